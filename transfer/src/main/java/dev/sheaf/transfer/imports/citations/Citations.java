package dev.sheaf.transfer.imports.citations;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.Locale;
import java.util.regex.Pattern;

import dev.sheaf.transfer.imports.rows.FileOpener;
import dev.sheaf.transfer.imports.rows.RowReceiver;
import dev.sheaf.transfer.imports.rows.TextEncoding;

/** Formats of reference managers that can be read. */
public enum Citations {
    /** Entries such as {@code @article{key, …}}. */
    BIBTEX(Pattern.compile("(?s)\\A(?:[^@]{0,4000}\\n)?\\s*@[A-Za-z]+\\s*[{(].*"), ".*\\.bib(?:tex)?"),
    /** Lines such as {@code TY  - JOUR}. */
    RIS(Pattern.compile("(?s)\\A\\s*TY  ?- ?.*"), ".*\\.ris"),
    /** Lines such as {@code %A Author}, with blank lines between entries, as EndNote exports them. */
    REFER(Pattern.compile("(?s)\\A\\s*%[0A-Z] \\S.*"), ".*\\.(?:enw|refer|endnote)");

    private final Pattern start;
    private final Pattern names;

    Citations(Pattern start, String names) {
        this.start = start;
        this.names = Pattern.compile(names);
    }

    /**
     * Returns whether a file seems to have this format.
     *
     * @param name name of the file, in small letters
     * @param text beginning of the file
     */
    public boolean isLike(String name, String text) {
        // Style sheets within XML may have lines that begin with a rule such as @media.
        boolean marked = text.stripLeading().startsWith("<") || text.stripLeading().startsWith("{");
        return names.matcher(name).matches() || !marked && start.matcher(text).matches();
    }

    /**
     * Reads a file to its end. Damaged entries go to the receiver.
     *
     * @param name name of the file, for people
     * @param file opens the file from its beginning
     */
    public void read(String name, FileOpener file, RowReceiver receiver) throws IOException {
        TextEncoding encoding = TextEncoding.of(file, null);
        encoding.tell(name, receiver);
        try (BufferedReader text = new BufferedReader(encoding.reader(file))) {
            LineReader lines = new LineReader(text);
            switch (this) {
                case BIBTEX -> new BibTexReader(name, receiver).read(lines);
                case RIS -> new TaggedReader(name, receiver).readRis(lines);
                case REFER -> new TaggedReader(name, receiver).readRefer(lines);
            }
        }
    }

    /** Returns the name on the command line. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
