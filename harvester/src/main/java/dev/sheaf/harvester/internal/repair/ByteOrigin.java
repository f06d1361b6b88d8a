package dev.sheaf.harvester.internal.repair;

/** Origin of characters. */
interface ByteOrigin {

    /** Byte of the body as received from which the character at a place came. Cheap when the places asked for ascend. */
    long position(int at);

    /** Returns the bytes as received of a range of characters; {@link Integer#MAX_VALUE} stands for their end. */
    byte[] raw(int from, int to);
}
