# needs: asyncio
"""async for over an iterator of Python, whose __anext__ is a coroutine there."""
import asyncio
async def main():
    r = asyncio.StreamReader()
    r.feed_data(b'a\nb\n'); r.feed_eof()
    async for line in r:
        print(line)
    again = asyncio.StreamReader()
    again.feed_data(b"c\nd\n")
    again.feed_eof()
    print([line async for line in again])
asyncio.run(main())
