/* Signatures and the memory against replays. */
#include "harness.h"
#include "wire_parts.h"

static struct wire_bytes bytes(const char *text)
{
    return (struct wire_bytes){text, strlen(text)};
}

TEST(known_vector)
{
    /* HMAC-SHA256, key "key", of "The quick brown fox jumps over the lazy dog". */
    struct wire_bytes range[2] = {bytes("The quick brown fox "), bytes("jumps over the lazy dog")};
    unsigned char digest[WIRE_DIGEST_MAX];
    char hex[2 * WIRE_DIGEST_MAX + 1];
    struct wire_signer *signer = wire_signer_new("hmac-sha256", "key", 3, NULL);
    REQUIRE(signer);
    CHECK(wire_signer_active(signer));
    CHECK_INT(wire_signer_digest(signer, range, 2, digest), 32);
    wire_signer_hex(digest, 32, hex);
    CHECK_STR(hex, "f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8");
    wire_signer_free(signer);
}

TEST(check_accepts_only_the_exact_digits)
{
    struct wire_bytes range = bytes("text");
    unsigned char digest[WIRE_DIGEST_MAX];
    char hex[2 * WIRE_DIGEST_MAX + 1];
    struct wire_signer *signer = wire_signer_new("hmac-sha256", "key", 3, NULL);
    REQUIRE(signer);
    wire_signer_digest(signer, &range, 1, digest);
    wire_signer_hex(digest, 32, hex);
    CHECK_INT(wire_signer_check(signer, &range, 1, hex, 64, digest), 32);
    CHECK_INT(wire_signer_check(signer, &range, 1, hex, 63, digest), -1);
    CHECK_INT(wire_signer_check(signer, &range, 1, hex, 0, digest), -1);
    for (int i = 0; i < 64; i++) {
        hex[i] ^= 1;
        CHECK_INT(wire_signer_check(signer, &range, 1, hex, 64, digest), -1);
        hex[i] ^= 1;
    }
    wire_signer_free(signer);
}

TEST(empty_key_signs_nothing_and_accepts_all)
{
    struct wire_bytes range = bytes("text");
    unsigned char digest[WIRE_DIGEST_MAX];
    struct wire_signer *signer = wire_signer_new("hmac-sha256", "", 0, NULL);
    REQUIRE(signer);
    CHECK(!wire_signer_active(signer));
    CHECK_INT(wire_signer_digest(signer, &range, 1, digest), 0);
    CHECK_INT(wire_signer_check(signer, &range, 1, "nonsense", 8, digest), 0);
    wire_signer_free(signer);
}

TEST(unknown_schemes_are_refused)
{
    static const char *const schemes[] = {"", "sha256", "hmac-", "hmac-nonsense", "rsa-sha256", "hmac-sha256 "};
    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++) {
        struct wire_error error = {{0}};
        struct wire_signer *signer = wire_signer_new(schemes[i], "key", 3, &error);
        CHECK_MSG(!signer, "'%s' was accepted", schemes[i]);
        CHECK(strstr(error.text, "signature scheme"));
        wire_signer_free(signer);
    }
}

static void number_digest(unsigned char digest[32], uint64_t number)
{
    memset(digest, 0, 32);
    uint64_t mixed = number * 0x9e3779b97f4a7c15u + 1;
    memcpy(digest, &mixed, 8);
    memcpy(digest + 8, &number, 8);
}

TEST(replays_are_seen)
{
    struct wire_replay replay = {0};
    unsigned char digest[32];
    for (uint64_t i = 0; i < 10000; i++) {
        number_digest(digest, i);
        REQUIRE(wire_replay_seen(&replay, digest, 32) == 0);
    }
    for (uint64_t i = 0; i < 10000; i++) {
        number_digest(digest, i);
        REQUIRE(wire_replay_seen(&replay, digest, 32) == 1);
    }
    CHECK_INT(wire_replay_count(&replay), 10000);
    wire_replay_clear(&replay);
}

TEST(replay_memory_is_bounded_and_forgets_a_tenth)
{
    struct wire_replay replay = {0};
    unsigned char digest[32];
    size_t largest = 0;
    for (uint64_t i = 0; i < 3 * WIRE_REPLAY_LIMIT; i++) {
        number_digest(digest, i);
        REQUIRE(wire_replay_seen(&replay, digest, 32) == 0);
        if (replay.used > largest)
            largest = replay.used;
    }
    CHECK_INT(largest, WIRE_REPLAY_LIMIT);
    CHECK(replay.used > WIRE_REPLAY_LIMIT * 8 / 10);
    number_digest(digest, 3 * WIRE_REPLAY_LIMIT - 1);
    CHECK_INT(wire_replay_seen(&replay, digest, 32), 1);
    wire_replay_clear(&replay);
}

HARNESS_MAIN
