package dev.sheaf.bench.published;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

import com.github.luben.zstd.ZstdOutputStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.sheaf.publish.extract.RefusedDocumentException;
import dev.sheaf.publish.extract.pool.ExtractionLimits;
import dev.sheaf.publish.extract.pool.ExtractorPool;

/**
 * Bytes of texts in several forms.
 *
 * @param plain UTF-8
 * @param gzip each text packed alone, as a web server sends it
 * @param zstd the same
 * @param together all texts packed with gzip as one file
 */
record SizesOfTexts(long plain, long gzip, long zstd, long together) {

    /** Returns the bytes of some texts. */
    static SizesOfTexts of(List<String> texts) throws IOException {
        long plain = 0;
        long gzip = 0;
        long zstd = 0;
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try (OutputStream packed = new GZIPOutputStream(all)) {
            for (String text : texts) {
                byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
                plain += utf8.length;
                gzip += gzip(utf8);
                zstd += zstd(utf8);
                packed.write(utf8);
            }
        }
        return new SizesOfTexts(plain, gzip, zstd, all.size());
    }

    static long gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            out.write(bytes);
        }
        return packed.size();
    }

    static long zstd(byte[] bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new ZstdOutputStream(packed)) {
            out.write(bytes);
        }
        return packed.size();
    }

    /** Returns the texts of the documents in a folder, without those that cannot be read. */
    static List<String> extracted(Path folder, Path temporary) throws IOException, InterruptedException {
        List<String> texts = new ArrayList<>();
        try (ExtractorPool pool = new ExtractorPool(ExtractionLimits.DEFAULT, "", List.of(), temporary)) {
            for (Path file : files(folder)) {
                try {
                    String text = pool.extract(file, file.getFileName().toString()).text();
                    texts.add(text == null ? "" : text);
                } catch (RefusedDocumentException _) {
                    // It is refused when it is published, too.
                }
            }
        }
        return texts;
    }

    /** Returns the files of a folder and the folders in it, in the order of their names. */
    static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> found = Files.walk(folder)) {
            return found.filter(Files::isRegularFile).sorted().toList();
        }
    }

    /** Writes each document of test collections into a file of its own; returns the texts. */
    static List<String> write(Path collections, List<String> names, Path folder) throws IOException {
        List<String> texts = new ArrayList<>();
        for (String name : names) {
            Path own = Files.createDirectories(folder.resolve(name));
            try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                    new GZIPInputStream(Files.newInputStream(collections.resolve(name).resolve("docs.jsonl.gz"))),
                    StandardCharsets.UTF_8))) {
                for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                    JsonNode document = JsonMapper.shared().readTree(line);
                    String title = document.path("title").asString("");
                    String text = document.path("text").asString("");
                    String whole = text.startsWith(title) ? text : title + "\n" + text;
                    if (!whole.isBlank()) {
                        texts.add(whole);
                        Files.writeString(own.resolve(document.path("id").asString("") + ".txt"), whole);
                    }
                }
            }
        }
        return texts;
    }
}
