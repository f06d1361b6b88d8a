package dev.sheaf.harvester.internal.repair;

/** Mapping from characters to the received bytes. */
interface ByteOrigin {

    /** Returns the offset of the received byte from which the character at a position comes. Fast for ascending positions. */
    long position(int at);

    /** Returns the received bytes of a range of characters; {@link Integer#MAX_VALUE} stands for their end. */
    byte[] raw(int from, int to);
}
