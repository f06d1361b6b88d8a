package dev.sheaf.harvester.internal.repair;

import java.nio.charset.StandardCharsets;

/** Finder of the next occurrence of a text in a page. For ascending positions, the whole page is searched once. */
final class Finder {

    private final byte[] in;
    private final byte[] wanted;
    private int found = -1;
    private int from;
    private boolean none;
    private long steps;

    Finder(byte[] in, String wanted) {
        this.in = in;
        this.wanted = wanted.getBytes(StandardCharsets.US_ASCII);
    }

    /** Returns the first position at {@code at} or after it; -1 if there is none. */
    int next(int at) {
        if (none && at >= from) {
            return -1;
        }
        if (found >= at && from <= at) {
            return found;
        }
        from = at;
        none = false;
        for (int i = at; i <= in.length - wanted.length; i++) {
            steps++;
            if (matches(i)) {
                found = i;
                return i;
            }
        }
        none = true;
        return -1;
    }

    /** Returns the bytes looked at. */
    long steps() {
        return steps;
    }

    private boolean matches(int at) {
        for (int i = 0; i < wanted.length; i++) {
            if (in[at + i] != wanted[i]) {
                return false;
            }
        }
        return true;
    }
}
