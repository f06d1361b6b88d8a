package dev.sheaf.cli.acceptance;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import dev.sheaf.publish.extract.Document;
import dev.sheaf.publish.extract.ExtractedText;
import dev.sheaf.publish.extract.Extractor;
import dev.sheaf.publish.extract.Indlet;
import dev.sheaf.publish.extract.RefusedDocumentException;

/** An extractor that misbehaves on order: a text file that begins with {@code #} and one of these words. Others are read as usual. */
public final class HostileIndlet implements Indlet {

    /** All orders. */
    static final List<String> ORDERS = List.of("endless", "memory", "exit", "deep", "throw", "vanish", "change", "link", "noise");

    /** Called by the service loader. */
    public HostileIndlet() {}

    @Override
    public String name() {
        return "hostile";
    }

    @Override
    public String version() {
        return "1";
    }

    @Override
    public ExtractedText extract(Document document, Extractor standard) throws RefusedDocumentException {
        try {
            obey(order(document), document.file());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return standard.extract(document);
    }

    private static String order(Document document) throws IOException {
        String start = document.name().endsWith(".txt") ? new String(start(document.file()), StandardCharsets.ISO_8859_1) : "";
        return start.startsWith("#") ? start.substring(1).lines().findFirst().orElse("") : "";
    }

    private static byte[] start(Path file) throws IOException {
        try (var in = Files.newInputStream(file)) {
            return in.readNBytes(20);
        }
    }

    private static void obey(String order, Path file) throws IOException {
        switch (order) {
            case "endless" -> endless();
            case "memory" -> {
                List<byte[]> all = new ArrayList<>();
                while (all.size() < 1_000_000) {
                    all.add(new byte[1 << 20]);
                }
            }
            case "exit" -> Runtime.getRuntime().halt(9);
            case "deep" -> deep(1);
            case "throw" -> throw new IllegalStateException("on purpose");
            case "vanish" -> Files.delete(file);
            case "change" -> Files.writeString(file, "other words, and more of them than before");
            case "link" -> {
                Files.delete(file);
                Files.createSymbolicLink(file, Path.of("/etc/hostname"));
            }
            case "noise" -> {
                try (OutputStream out = new FileOutputStream(FileDescriptor.out)) {
                    out.write("no message of the protocol".getBytes(StandardCharsets.US_ASCII));
                    out.flush();
                    endless();
                }
            }
            default -> {
                // An ordinary document.
            }
        }
    }

    private static void endless() {
        long sum = 0;
        while (sum >= 0) {
            sum = (sum + 1) % 1_000_000;
        }
    }

    private static int deep(int level) {
        return level < 0 ? level : deep(level + 1) + 1;
    }
}
