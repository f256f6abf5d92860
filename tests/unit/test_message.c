/* Requests as they are parsed and messages as they are built; JSON texts and UTF-8. */
#include "harness.h"
#include "wire_parts.h"

/* ---- texts ---- */

TEST(json_strings)
{
    static const struct {
        const char *bytes;
        size_t length;
        const char *json;
    } rows[] = {
        {"plain", 5, "\"plain\""},
        {"\"\\\n\r\t\b\f\x01", 8, "\"\\\"\\\\\\n\\r\\t\\b\\f\\u0001\""},
        {"a\0b", 3, "\"a\\u0000b\""},
        {"gr\xc3\xbc\xc3\x9f \xf0\x9f\x98\x80", 11, "\"gr\xc3\xbc\xc3\x9f \xf0\x9f\x98\x80\""},
        /* one U+FFFD for each maximal part, as Python's 'replace' makes them */
        {"\xff", 1, "\"\xef\xbf\xbd\""},
        {"\xe2\x82x", 3, "\"\xef\xbf\xbdx\""},
        {"\xe2\x82", 2, "\"\xef\xbf\xbd\""},
        {"\xc0\x80", 2, "\"\xef\xbf\xbd\xef\xbf\xbd\""},
        {"\xed\xa0\x80", 3, "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""},
        {"\xf4\x90\x80\x80", 4, "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct wire_text text = {0};
        wire_text_string(&text, rows[i].bytes, rows[i].length);
        CHECK(!text.failed);
        CHECK_STR(text.data, rows[i].json);
        wire_text_clear(&text);
    }
}

TEST(whole_characters)
{
    static const struct {
        const char *bytes;
        size_t full;
    } rows[] = {
        {"", 0},         {"abc", 3},          {"a\xc3", 1},      {"a\xc3\xbc", 3},        {"\xe2\x82", 0},
        {"\xe2", 0},     {"\xf0\x9f\x98", 0}, {"x\xf0\x9f", 1},  {"\xf0\x9f\x98\x80", 4}, {"\xff", 1},
        {"\x80\x80", 2}, {"\xc0", 1},         {"ab\xed\xa0", 4},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        CHECK_INT(wire_utf8_complete(rows[i].bytes, strlen(rows[i].bytes)), rows[i].full);
}

/* ---- requests ---- */

#define HEADER "{\"msg_id\":\"m1\",\"msg_type\":\"execute_request\",\"session\":\"s\",\"extra\":[1]}"

static struct wire_request *open_with(const char *header, const char *parent, const char *metadata, const char *content,
                                      struct wire_error *error)
{
    struct wire_signer *signer = wire_signer_new("hmac-sha256", "", 0, NULL);
    const char *const parts[] = {"me", WIRE_DELIMITER, "", header, parent, metadata, content};
    struct wire_frames frames = {0};
    struct wire_replay replay = {0};
    *error = (struct wire_error){{0}};
    for (size_t i = 0; i < 7; i++)
        wire_frames_add_copy(&frames, parts[i], strlen(parts[i]));
    struct wire_request *request = wire_request_open(&frames, WIRE_SHELL, signer, &replay, error);
    wire_signer_free(signer);
    return request;
}

TEST(fields_have_types_and_fallbacks)
{
    struct wire_error error;
    size_t length;
    struct wire_request *request = open_with(
        HEADER, "{}", "{}",
        "{\"s\":\"a\\u0000b\",\"n\":null,\"i\":7,\"r\":2.9,\"t\":true,\"l\":[],\"big\":9223372036854775807}", &error);
    REQUIRE(request);
    CHECK_MEM(wire_content_string(request, "s", &length, NULL), "a\0b", 4);
    CHECK_INT(length, 3);
    CHECK_STR(wire_content_string(request, "n", &length, "none"), "none");
    CHECK_INT(length, 4);
    CHECK_STR(wire_content_string(request, "i", NULL, NULL), NULL);
    CHECK_INT(wire_content_int(request, "i", 0), 7);
    CHECK_INT(wire_content_int(request, "r", 0), 2);
    CHECK_INT(wire_content_int(request, "s", 5), 5);
    CHECK_INT(wire_content_int(request, "big", 0), 9223372036854775807LL);
    CHECK_INT(wire_content_bool(request, "t", false), true);
    CHECK_INT(wire_content_bool(request, "i", false), false);
    CHECK_INT(wire_content_bool(request, "missing", true), true);
    wire_request_unref(request);
}

TEST(broken_headers_are_refused)
{
    static const char *const headers[] = {"",
                                          "{",
                                          "[]",
                                          "null",
                                          "\"x\"",
                                          "{}",
                                          "{\"msg_id\":\"a\"}",
                                          "{\"msg_type\":\"a\"}",
                                          "{\"msg_id\":1,\"msg_type\":\"a\"}",
                                          "{\"a\":1e999}",
                                          "\xff"};
    struct wire_error error;
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++) {
        struct wire_request *request = open_with(headers[i], "{}", "{}", "{}", &error);
        CHECK_MSG(!request, "'%s' was accepted", headers[i]);
        CHECK(strstr(error.text, "header"));
        wire_request_unref(request);
    }
}

TEST(broken_contents_leave_a_request_without_content)
{
    static const char *const contents[] = {"",
                                           "{",
                                           "[]",
                                           "null",
                                           "{\"a\":\"\\ud800\"}",
                                           "{\"a\":1e999}",
                                           "{\"a\":123456789012345678901}",
                                           "{\"a\":\"\xff\"}",
                                           "{} {}"};
    struct wire_error error;
    for (size_t i = 0; i < sizeof contents / sizeof contents[0]; i++) {
        struct wire_request *request = open_with(HEADER, "{}", "{}", contents[i], &error);
        REQUIRE(request);
        CHECK_MSG(!wire_request_content(request), "'%s' was accepted", contents[i]);
        CHECK(strstr(wire_request_content_error(request), "JSON"));
        CHECK_STR(wire_content_string(request, "a", NULL, "fallback"), "fallback");
        wire_request_unref(request);
    }
}

/* ---- messages on their way out ---- */

static int frame_is(struct wire_frames *frames, int i, const char *text)
{
    return i < frames->count && zmq_msg_size(&frames->frame[i]) == strlen(text) &&
           !memcmp(zmq_msg_data(&frames->frame[i]), text, strlen(text));
}

TEST(a_reply_carries_identity_and_the_parent_byte_for_byte)
{
    struct wire_flow flow;
    wire_flow_init(&flow);
    struct wire_error error;
    struct wire_signer *signer = wire_signer_new("hmac-sha256", "key", 3, NULL);
    struct wire_sender *sender = wire_sender_new(signer, &flow);
    struct wire_request *request = open_with(HEADER, "{}", "{}", "{}", &error);
    struct wire_text content = {0};
    REQUIRE(sender && request);
    wire_text_put(&content, "{\"status\":\"ok\"}");
    struct wire_outgoing *out =
        wire_outgoing_new(sender, WIRE_SHELL, request, request, NULL, 0, "execute_reply", &content, NULL);
    REQUIRE(out);
    CHECK(!content.data);
    CHECK_INT(out->frames.count, 7);
    CHECK(frame_is(&out->frames, 0, "me"));
    CHECK(frame_is(&out->frames, 1, WIRE_DELIMITER));
    CHECK(frame_is(&out->frames, 4, HEADER));
    CHECK(frame_is(&out->frames, 5, "{}"));
    CHECK(frame_is(&out->frames, 6, "{\"status\":\"ok\"}"));
    /* What we sign, we accept. */
    struct wire_replay replay = {0};
    struct wire_request *echo = wire_request_open(&out->frames, WIRE_SHELL, signer, &replay, &error);
    CHECK_MSG(echo, "%s", error.text);
    if (echo)
        CHECK_STR(wire_request_type(echo), "execute_reply");
    wire_request_unref(echo);
    wire_replay_clear(&replay);
    wire_outgoing_free(out);
    wire_request_unref(request);
    wire_sender_free(sender);
    wire_flow_clear(&flow);
    wire_signer_free(signer);
}

TEST(contents_are_counted_until_they_have_left)
{
    struct wire_flow flow;
    wire_flow_init(&flow);
    struct wire_signer *signer = wire_signer_new("hmac-sha256", "key", 3, NULL);
    struct wire_sender *sender = wire_sender_new(signer, &flow);
    struct wire_text content = {0};
    REQUIRE(sender);
    wire_text_put(&content, "{\"a\":\"");
    for (int i = 0; i < 10000; i++)
        wire_text_put(&content, "x");
    wire_text_put(&content, "\"}");
    size_t length = content.length;
    struct wire_outgoing *out = wire_outgoing_new(sender, WIRE_IOPUB, NULL, NULL, "t", 1, "stream", &content, NULL);
    REQUIRE(out);
    CHECK(wire_flow_lag(&flow) > length);
    wire_text_put(&content, "{}");
    struct wire_outgoing *small = wire_outgoing_new(sender, WIRE_IOPUB, NULL, NULL, "t", 1, "stream", &content, NULL);
    REQUIRE(small);
    wire_outgoing_free(out);
    CHECK(wire_flow_lag(&flow) > 1000);
    wire_outgoing_free(small);
    CHECK_INT(wire_flow_lag(&flow), 0);
    wire_sender_free(sender);
    wire_flow_clear(&flow);
    wire_signer_free(signer);
}

TEST(dates_have_six_digits_and_a_zone)
{
    char date[32];
    wire_date(date);
    CHECK_INT(strlen(date), 27);
    CHECK_INT(date[19], '.');
    CHECK_INT(date[26], 'Z');
}

static int build_one(void *data)
{
    struct wire_sender *sender = data;
    struct wire_text content = {0}, metadata = {0};
    for (int i = 0; i < 300; i++)
        wire_text_put(&content, "{\"a\": 1}");
    wire_text_put(&metadata, "{}");
    struct wire_outgoing *out =
        wire_outgoing_new(sender, WIRE_IOPUB, NULL, NULL, "t", 1, "stream", &content, &metadata);
    wire_outgoing_free(out);
    return out ? 0 : -1;
}

TEST(building_survives_every_failed_allocation)
{
    struct wire_flow flow;
    wire_flow_init(&flow);
    struct wire_signer *signer = wire_signer_new("hmac-sha256", "key", 3, NULL);
    struct wire_sender *sender = wire_sender_new(signer, &flow);
    REQUIRE(sender);
    if (!harness_can_fail_allocations()) {
        wire_sender_free(sender);
        wire_signer_free(signer);
        SKIP("linked without HARNESS_WRAP");
    }
    long before = harness_live_blocks();
    CHECK(harness_fail_loop(build_one, sender, 1, 0) > 5);
    CHECK_INT(harness_live_blocks(), before);
    CHECK_INT(wire_flow_lag(&flow), 0);
    wire_sender_free(sender);
    wire_flow_clear(&flow);
    wire_signer_free(signer);
}

HARNESS_MAIN
