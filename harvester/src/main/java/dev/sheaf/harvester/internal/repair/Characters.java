package dev.sheaf.harvester.internal.repair;

import java.nio.charset.Charset;
import java.util.Arrays;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.Repair.Kind;

/**
 * The characters of a body, as valid UTF-8 with only characters that XML allows, and their origin. Single bytes that are not UTF-8 are read
 * as windows-1252; all others stay. Belongs to one thread.
 */
final class Characters implements ByteOrigin {

    /** Largest number of faults that are reported one by one. */
    private static final int MOST_FAULTS = 1 << 16;
    private static final Charset WINDOWS_1252 = Charset.forName("windows-1252");
    private static final int MARK_EVERY = 1 << 10;
    private static final int REPLACEMENT = 0xFFFD;
    /** Value of a unit that is written unchanged. */
    private static final int AS_IT_IS = -1;
    /** Value of a unit that is left out. */
    private static final int NOTHING = -2;

    private final byte[] in;
    private final boolean mostlyUtf8;
    /** Text that replaces the bytes; null while they are unchanged, which avoids a copy of a large page. */
    private @Nullable ByteBuilder out;
    private int[] faultAt = new int[16];
    private int faults;

    // Properties of the last unit: its bytes, the code point written for it, and whether it was a fault.
    private int width;
    private int written;
    private boolean isFault;

    // State of position(): it continues forward from here, or from the mark before the position.
    private int mappedIn;
    private int mappedOut;
    private int[] marksIn = new int[16];
    private int[] marksOut = new int[16];
    private int marked = 1;

    private Characters(byte[] in) {
        this.in = in;
        this.mostlyUtf8 = mostlyUtf8();
        run();
    }

    /** Returns the characters of bytes that are more or less UTF-8. */
    static Characters of(byte[] bytes) {
        return new Characters(bytes);
    }

    private void run() {
        int copied = 0;
        int at = 0;
        while (at < in.length) {
            int b = in[at];
            if (b >= ' ') {
                at++;
                continue;
            }
            unit(at);
            if (written != AS_IT_IS) {
                if (out == null) {
                    out = new ByteBuilder(in.length + 16);
                }
                out.put(in, copied, at - copied);
                copied = at + width;
                note(out.length());
                if (written >= 0) {
                    out.codePoint(written);
                }
            }
            at += width;
        }
        if (out != null) {
            out.put(in, copied, in.length - copied);
        }
    }

    private void note(int at) {
        if (isFault && faults < MOST_FAULTS) {
            if (faults == faultAt.length) {
                faultAt = Arrays.copyOf(faultAt, faults * 2);
            }
            faultAt[faults++] = at;
        }
    }

    /** Returns the characters. Not to be changed. */
    byte[] utf8() {
        return out == null ? in : out.toByteArray();
    }

    /** Returns the number of places at which a character had to be put right. */
    int faults() {
        return faults;
    }

    /** Returns the position of the n-th of them in the characters. */
    int faultAt(int number) {
        return faultAt[number];
    }

    /** Returns the kind of the fault at a place of the body. */
    Kind kind(long position) {
        int b = in[(int) position] & 0xff;
        unit((int) position);
        return b < 0x80 || width > 1 || written == NOTHING ? Kind.CHARACTERS : mostlyUtf8 ? Kind.BYTES : Kind.ENCODING;
    }

    /** Returns a description of the repair at a place of the body, for people. */
    String what(long position) {
        int b = in[(int) position] & 0xff;
        return switch (kind(position)) {
            case ENCODING -> "the response is not in UTF-8 but in windows-1252, and was read so";
            case BYTES -> written == REPLACEMENT
                    ? String.format("the byte 0x%02X belongs to no character, and U+FFFD was put in its place", b)
                    : String.format("the byte 0x%02X is not UTF-8, and was read as windows-1252 (%s)", b,
                            Character.toString(written));
            default -> String.format("a character that XML does not allow (byte 0x%02X) %s", b, written == NOTHING
                    ? "was left out"
                    : written == ' ' ? "became a space" : String.format("became U+%04X", written));
        };
    }

    @Override
    public long position(int at) {
        if (faults == 0) {
            return Math.min(at, in.length);
        }
        if (at < mappedOut) {
            int mark = Arrays.binarySearch(marksOut, 0, marked, at);
            mark = Math.max(mark >= 0 ? mark : -mark - 2, 0);
            // If several marks are at one position, the first one counts, because the left-out part comes after it.
            while (mark > 0 && marksOut[mark - 1] == marksOut[mark]) {
                mark--;
            }
            mappedIn = marksIn[mark];
            mappedOut = marksOut[mark];
        }
        while (mappedOut < at && mappedIn < in.length) {
            mark();
            unit(mappedIn);
            mappedIn += width;
            mappedOut += written == AS_IT_IS ? width : written == NOTHING ? 0 : ByteBuilder.length(written);
        }
        return mappedIn;
    }

    /** Stores a mark of the progress from time to time. */
    private void mark() {
        if (mappedIn < marksIn[marked - 1] + MARK_EVERY) {
            return;
        }
        if (marked == marksIn.length) {
            marksIn = Arrays.copyOf(marksIn, marked * 2);
            marksOut = Arrays.copyOf(marksOut, marked * 2);
        }
        marksIn[marked] = mappedIn;
        marksOut[marked++] = mappedOut;
    }

    @Override
    public byte[] raw(int from, int to) {
        int start = (int) position(from);
        return Arrays.copyOfRange(in, start, to == Integer.MAX_VALUE ? in.length : (int) position(to));
    }

    /** Returns false if bytes beyond ASCII are taken for windows-1252. */
    boolean isMostlyUtf8() {
        return mostlyUtf8;
    }

    private boolean mostlyUtf8() {
        long valid = 0;
        long invalid = 0;
        for (int at = 0; at < in.length;) {
            if (in[at] >= 0) {
                at++;
                continue;
            }
            int length = sequence(at);
            valid += length > 0 ? 1 : 0;
            invalid += length > 0 ? 0 : 1;
            at += Math.max(length, 1);
        }
        return valid > invalid || invalid == 0;
    }

    /** Examines the unit at a position: sets its width, its replacement, and whether it is reported. */
    private void unit(int at) {
        int b = in[at] & 0xff;
        width = 1;
        written = AS_IT_IS;
        isFault = true;
        if (b < 0x80) {
            control(b);
        } else {
            int length = sequence(at);
            if (length == 3 && isNoncharacter(at)) {
                width = 3;
                written = REPLACEMENT;
            } else if (length > 0) {
                width = length;
            } else if (b == 0xC0 && follows(at + 1, 0x80)) {
                // The form of U+0000 in Java's own serialisation.
                width = 2;
                written = NOTHING;
            } else if (b == 0xED && isContinuation(at + 1) && isContinuation(at + 2)) {
                surrogate(at);
            } else {
                stray(at, b);
            }
        }
        isFault = written != AS_IT_IS;
    }

    private void control(int b) {
        if (b >= ' ' || b == '\t' || b == '\n' || b == '\r') {
            return;
        }
        // Vertical tab, form feed and the separators stand between words.
        written = b == 0x0B || b == 0x0C || b >= 0x1C ? ' ' : NOTHING;
    }

    private void surrogate(int at) {
        int high = 0xD000 | (in[at + 1] & 0x3f) << 6 | in[at + 2] & 0x3f;
        width = 3;
        written = REPLACEMENT;
        if (high < 0xDC00 && follows(at + 3, 0xED) && isContinuation(at + 4) && isContinuation(at + 5)) {
            int low = 0xD000 | (in[at + 4] & 0x3f) << 6 | in[at + 5] & 0x3f;
            if (low >= 0xDC00) {
                // Surrogates encoded one by one, as old databases do.
                width = 6;
                written = Character.toCodePoint((char) high, (char) low);
            }
        }
    }

    /** Reads a byte that is no part of a character in UTF-8. */
    private void stray(int at, int b) {
        if (mostlyUtf8 && b >= 0xC2) {
            int had = 1;
            int needed = b >= 0xF0 ? 4 : b >= 0xE0 ? 3 : 2;
            while (had < needed && isContinuation(at + had)) {
                had++;
            }
            boolean isFieldCut = at + had >= in.length || in[at + had] == '<';
            if (had > 1 || isFieldCut) {
                // A text was truncated in the middle of a character.
                width = had;
                written = REPLACEMENT;
                return;
            }
        }
        written = new String(in, at, 1, WINDOWS_1252).charAt(0);
    }

    private boolean isNoncharacter(int at) {
        return (in[at] & 0xff) == 0xEF && (in[at + 1] & 0xff) == 0xBF && (in[at + 2] & 0xff) >= 0xBE;
    }

    private boolean follows(int at, int value) {
        return at < in.length && (in[at] & 0xff) == value;
    }

    private boolean isContinuation(int at) {
        return at < in.length && (in[at] & 0xC0) == 0x80;
    }

    /** Returns the length of the legal UTF-8 character at a position; 0 if there is none. */
    private int sequence(int at) {
        int b = in[at] & 0xff;
        if (b < 0x80) {
            return 1;
        }
        if (b < 0xC2 || b > 0xF4 || !isContinuation(at + 1)) {
            return 0;
        }
        if (b < 0xE0) {
            return 2;
        }
        int second = in[at + 1] & 0xff;
        if (!isContinuation(at + 2) || b == 0xE0 && second < 0xA0 || b == 0xED && second > 0x9F) {
            return 0;
        }
        if (b < 0xF0) {
            return 3;
        }
        return !isContinuation(at + 3) || b == 0xF0 && second < 0x90 || b == 0xF4 && second > 0x8F ? 0 : 4;
    }
}
