package dev.sheaf.publish.extract.worker;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

import dev.sheaf.publish.extract.RefusedDocumentException;

/** Check that a file has not broken off: readers are tolerant, and would take its first pages for the whole. */
final class WholeFiles {

    private static final int PDF_END = 4 << 10;
    /** The record at the end of an archive, with the longest comment. */
    private static final int ZIP_END = 22 + 0xffff;

    private WholeFiles() {}

    static void check(Path file, boolean isPdf, boolean isZip) throws IOException, RefusedDocumentException {
        if (isPdf && !end(file, PDF_END).contains("%%EOF")) {
            throw new RefusedDocumentException("it breaks off: the end of the PDF is missing");
        }
        if (isZip && !end(file, ZIP_END).contains("PK\5\6")) {
            throw new RefusedDocumentException("it breaks off: the end of the document is missing");
        }
    }

    private static String end(Path path, int most) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
            int length = (int) Math.min(file.length(), most);
            byte[] end = new byte[length];
            file.seek(file.length() - length);
            file.readFully(end);
            return new String(end, StandardCharsets.ISO_8859_1);
        }
    }
}
