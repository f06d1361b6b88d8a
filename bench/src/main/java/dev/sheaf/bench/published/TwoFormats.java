package dev.sheaf.bench.published;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.sheaf.bench.SyntheticRecords;
import dev.sheaf.publish.extract.RefusedDocumentException;
import dev.sheaf.publish.extract.pool.ExtractionLimits;
import dev.sheaf.publish.extract.pool.ExtractorPool;
import dev.sheaf.testkit.SampleDocuments;

/**
 * The same documents in two formats, in a folder for each: PDF files, and web pages with the texts of these files. Some documents are held
 * back until {@link #change}. For one thread.
 */
final class TwoFormats {

    /** The formats, which are also the names of the folders and the endings of the files. */
    static final List<String> FORMATS = List.of("pdf", "html");

    /** One document in so many is added, and as many are changed, renamed and deleted. */
    private static final int SHARE = 20;
    private static final int PAGES = 4;
    private static final int WORDS_OF_A_PAGE = 300;

    private final Path folder;
    private final Path waiting;
    private final Map<String, String> texts = new TreeMap<>();
    private int leftOut;

    private TwoFormats(Path folder, Path waiting) {
        this.folder = folder;
        this.waiting = waiting;
    }

    /**
     * Makes the documents.
     *
     * @param pdfs folder of PDF files; null to make these as well
     * @param most number of documents at most
     * @param work existing folder for everything that is made
     */
    static TwoFormats of(@Nullable Path pdfs, int most, Path work) throws IOException, InterruptedException {
        TwoFormats formats = new TwoFormats(work.resolve("files"), work.resolve("waiting"));
        for (String format : FORMATS) {
            Files.createDirectories(formats.folder(format));
            Files.createDirectories(formats.waiting.resolve(format));
        }
        List<Path> files = pdfs == null ? made(Files.createDirectories(work.resolve("made")), most) : found(pdfs, most);
        try (ExtractorPool pool = new ExtractorPool(ExtractionLimits.DEFAULT, "", List.of(),
                Files.createDirectories(work.resolve("extraction")))) {
            for (Path file : files) {
                formats.add(pool, file);
            }
        }
        List<String> names = List.copyOf(formats.texts.keySet());
        for (int i = 0; i < names.size(); i += SHARE) {
            move(names.get(i), formats.folder, formats.waiting);
        }
        return formats;
    }

    private static List<Path> found(Path pdfs, int most) throws IOException {
        return SizesOfTexts.files(pdfs).stream().filter(file -> file.toString().toLowerCase(Locale.ROOT).endsWith(".pdf"))
                .limit(most).toList();
    }

    private static List<Path> made(Path folder, int most) throws IOException {
        SyntheticRecords words = new SyntheticRecords();
        List<Path> files = new ArrayList<>();
        for (int i = 0; i < most; i++) {
            Random random = new Random(i * 7919L);
            String[] pages = Stream.generate(() -> words.text(random, WORDS_OF_A_PAGE)).limit(1 + random.nextInt(PAGES))
                    .toArray(String[]::new);
            files.add(Files.write(folder.resolve("made" + i + ".pdf"), SampleDocuments.pdf("Made " + i, "Nobody", pages)));
        }
        return files;
    }

    private void add(ExtractorPool pool, Path file) throws IOException, InterruptedException {
        String ending = String.valueOf(file.getFileName());
        String name = ending.substring(0, ending.lastIndexOf('.'));
        String text;
        try {
            text = pool.extract(file, ending).text();
        } catch (RefusedDocumentException _) {
            text = null;
        }
        if (text == null || text.isBlank()) {
            leftOut++;
            return;
        }
        texts.put(name, text);
        Files.copy(file, file(folder, "pdf", name));
        Files.writeString(file(folder, "html", name),
                "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>" + name + "</title></head>\n<body><pre>"
                        + text.replace("&", "&amp;").replace("<", "&lt;") + "</pre></body></html>\n");
    }

    /** Returns the folder of the documents in a format. */
    Path folder(String format) {
        return folder.resolve(format);
    }

    /** Returns the texts of all documents, also of those that are held back, by the name of the files without ending. */
    Map<String, String> texts() {
        return texts;
    }

    /** Returns the number of PDF files that have no text or cannot be read. */
    int leftOut() {
        return leftOut;
    }

    /** Returns the number of documents in the folders. */
    int size() throws IOException {
        return SizesOfTexts.files(folder("pdf")).size();
    }

    private static Path file(Path folder, String format, String name) {
        return folder.resolve(format).resolve(name + '.' + format);
    }

    private static void move(String name, Path from, Path to) throws IOException {
        for (String format : FORMATS) {
            Files.move(file(from, format, name), file(to, format, name));
        }
    }

    /** Adds the documents that were held back, changes, renames and deletes as many others; returns how many of each. */
    int change(Random random) throws IOException {
        List<String> names = new ArrayList<>(texts.keySet());
        List<String> held = new ArrayList<>();
        for (int i = 0; i < names.size(); i += SHARE) {
            held.add(names.get(i));
        }
        names.removeAll(held);
        Collections.shuffle(names, random);
        for (int i = 0; i < held.size(); i++) {
            move(held.get(i), waiting, folder);
            String changed = names.get(3 * i);
            String renamed = names.get(3 * i + 1);
            for (String format : FORMATS) {
                Files.copy(file(folder, format, held.get(i)), file(folder, format, changed), StandardCopyOption.REPLACE_EXISTING);
                Files.move(file(folder, format, renamed), file(folder, format, renamed + "-renamed"));
                Files.delete(file(folder, format, names.get(3 * i + 2)));
            }
        }
        return held.size();
    }
}
