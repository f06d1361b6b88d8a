package dev.sheaf.harvester.internal.repair;

import java.nio.charset.StandardCharsets;

import dev.sheaf.core.store.Repair.Kind;

/**
 * Handling of markup that begins with an exclamation or question mark: comments, CDATA sections, processing instructions, XML declarations
 * and DOCTYPEs. Well-formed markup that is allowed at its place is written unchanged; the rest is left out.
 */
final class Declarations {

    /** Result of {@link #take}: there is text at the position. */
    static final int TEXT = -1;

    private final byte[] in;
    private final ByteBuilder out;
    private final Faults faults;
    private final Finder commentEnd;
    private final Finder sectionEnd;
    private final Finder instructionEnd;
    private final Finder bracketStart;
    private final Finder bracketEnd;
    private final Finder tagEnd;
    private boolean wroteText;
    private long steps;

    Declarations(byte[] in, ByteBuilder out, Faults faults) {
        this.in = in;
        this.out = out;
        this.faults = faults;
        this.commentEnd = new Finder(in, "-->");
        this.sectionEnd = new Finder(in, "]]>");
        this.instructionEnd = new Finder(in, "?>");
        this.bracketStart = new Finder(in, "[");
        this.bracketEnd = new Finder(in, "]");
        this.tagEnd = new Finder(in, ">");
    }

    /**
     * Handles the markup at a less-than sign.
     *
     * @param isInside false outside the document's root, where nothing is written
     * @return the position after it, or {@link #TEXT}
     */
    int take(int at, boolean isInside) {
        wroteText = false;
        if (startsWith(at, "<?")) {
            return instruction(at, isInside);
        }
        if (startsWith(at, "<!--")) {
            return comment(at, isInside);
        }
        if (startsWith(at, "<![CDATA[")) {
            return section(at, isInside);
        }
        return startsWith(at, "<!DOCTYPE") || startsWith(at, "<!doctype") ? doctype(at) : TEXT;
    }

    /** Returns whether the last markup was text that was written. */
    boolean wroteText() {
        return wroteText;
    }

    /** Returns the bytes looked at. */
    long steps() {
        return steps + commentEnd.steps() + sectionEnd.steps() + instructionEnd.steps() + bracketStart.steps()
                + bracketEnd.steps() + tagEnd.steps();
    }

    private int comment(int at, boolean isInside) {
        int end = commentEnd.next(at + 4);
        if (end < 0) {
            return TEXT;
        }
        boolean isSound = in[end - 1] != '-' || end == at + 4;
        for (int i = at + 4; i < end - 1 && isSound; i++) {
            isSound = in[i] != '-' || in[i + 1] != '-';
            steps++;
        }
        if (!isSound) {
            faults.add(Kind.DECLARATION, at, () -> "a comment that is not well-formed was left out");
        } else if (isInside) {
            out.put(in, at, end + 3 - at);
        }
        return end + 3;
    }

    private int section(int at, boolean isInside) {
        int end = sectionEnd.next(at + 9);
        if (end < 0) {
            return TEXT;
        }
        if (isInside) {
            out.put(in, at, end + 3 - at);
            wroteText = true;
        }
        return end + 3;
    }

    private int instruction(int at, boolean isInside) {
        int end = instructionEnd.next(at + 2);
        if (end < 0) {
            return TEXT;
        }
        int nameEnd = at + 2;
        while (nameEnd < end && TagScanner.isNameByte(in[nameEnd])) {
            nameEnd++;
            steps++;
        }
        String target = new String(in, at + 2, nameEnd - at - 2, StandardCharsets.UTF_8);
        if (target.equals("xml")) {
            if (isInside) {
                faults.add(Kind.DECLARATION, at, () -> "an XML declaration inside the document was left out");
            }
        } else if (isInside && isInstruction(target, nameEnd, end)) {
            out.put(in, at, end + 2 - at);
        } else if (isInside) {
            faults.add(Kind.DECLARATION, at, () -> "a processing instruction that is not well-formed was left out");
        }
        return end + 2;
    }

    private boolean isInstruction(String target, int nameEnd, int end) {
        return TagScanner.isLegal(target) && target.indexOf(':') < 0 && !target.equalsIgnoreCase("xml")
                && (nameEnd == end || TagScanner.isBlank(in[nameEnd]));
    }

    /** Skips a DOCTYPE. It is never resolved, so its declarations stay unknown. */
    private int doctype(int at) {
        int end = tagEnd.next(at);
        int bracket = bracketStart.next(at);
        if (bracket >= 0 && bracket < end) {
            int close = bracketEnd.next(bracket);
            end = close < 0 ? -1 : tagEnd.next(close);
        }
        if (end < 0) {
            return TEXT;
        }
        faults.add(Kind.DECLARATION, at, () -> "a DOCTYPE was left out, with all that it declares");
        return end + 1;
    }

    private boolean startsWith(int at, String text) {
        if (in.length - at < text.length()) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (in[at + i] != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
