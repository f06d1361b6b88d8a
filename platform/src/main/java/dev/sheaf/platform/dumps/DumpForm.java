package dev.sheaf.platform.dumps;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

import com.github.luben.zstd.ZstdOutputStream;

import dev.sheaf.transfer.exports.ExportFormat;

/**
 * Form of the files of a dump. Immutable.
 *
 * @param format of the records
 * @param coding compression of the file
 */
public record DumpForm(ExportFormat format, Coding coding) {

    /** Compressions of files. */
    public enum Coding {
        /** Zstandard (RFC 8878). */
        ZST,
        /** GZIP (RFC 1952). */
        GZ,
        /** ZIP files with a manifest, the packages of ResourceSync. */
        ZIP;

        /** Returns the ending of file names, without the dot. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Packages of ResourceSync: each record is a file of its own. */
    static final DumpForm PACKAGES = new DumpForm(ExportFormat.XML, Coding.ZIP);
    private static final String PACKAGES_TEXT = "rs.zip";
    private static final String KNOWN = "expected: some of xml.zst, xml.gz, jsonl.zst, jsonl.gz, csv.zst, csv.gz, ciff.zst, "
            + "ciff.gz and rs.zip, with commas between";

    /** Returns the ending of file names, such as {@code xml.zst}. */
    public String text() {
        return coding == Coding.ZIP ? PACKAGES_TEXT : format.text() + "." + coding.text();
    }

    /** Returns a stream that compresses what is written to it; closing it closes the other. */
    OutputStream compressing(OutputStream out) throws IOException {
        return switch (coding) {
            case GZ -> new GZIPOutputStream(out, 1 << 16);
            case ZST -> new ZstdOutputStream(out);
            // A package compresses each record by itself.
            case ZIP -> out;
        };
    }

    /**
     * Reads forms, separated by commas.
     *
     * @throws IllegalArgumentException with what is expected, for anything else
     */
    public static List<DumpForm> parse(String text) {
        List<DumpForm> forms = new ArrayList<>();
        for (String one : text.split(",", -1)) {
            DumpForm form = parseOne(one.strip());
            if (!forms.contains(form)) {
                forms.add(form);
            }
        }
        return List.copyOf(forms);
    }

    private static DumpForm parseOne(String text) {
        if (text.equals(PACKAGES_TEXT)) {
            return PACKAGES;
        }
        int dot = text.lastIndexOf('.');
        if (dot > 0) {
            String ending = text.substring(dot + 1);
            for (Coding coding : Coding.values()) {
                if (coding != Coding.ZIP && coding.text().equals(ending)) {
                    return new DumpForm(ExportFormat.fromText(text.substring(0, dot))
                            .orElseThrow(() -> new IllegalArgumentException(KNOWN)), coding);
                }
            }
        }
        throw new IllegalArgumentException(KNOWN);
    }
}
