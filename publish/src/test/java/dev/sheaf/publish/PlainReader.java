package dev.sheaf.publish;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import dev.sheaf.publish.extract.ExtractedText;
import dev.sheaf.publish.extract.RefusedDocumentException;
import dev.sheaf.publish.extract.pool.DocumentReader;

/**
 * Reader in place of the processes that extract. The first line of a document is its title, the others are its text. A document that begins with
 * {@code refuse} is refused; one with the extension {@code png} has no text.
 */
final class PlainReader implements DocumentReader {

    /** Names of the documents that were extracted, in any order. */
    final List<String> extracted = new CopyOnWriteArrayList<>();
    /** Gets each document after it was read, and before the result is used. */
    volatile Consumer<Path> then = _ -> {};

    @Override
    public ExtractedText extract(Path file, String name) throws RefusedDocumentException, IOException {
        extracted.add(name);
        String type = type(file, name);
        String content = Files.readString(file, StandardCharsets.UTF_8);
        if (type.startsWith("image")) {
            return new ExtractedText(type, "", Map.of(), null);
        }
        then.accept(file);
        int end = content.indexOf('\n');
        return new ExtractedText(type, "en", end < 0 ? Map.of() : Map.of("title", List.of(content.substring(0, end))),
                content.substring(end + 1));
    }

    @Override
    public String type(Path file, String name) throws RefusedDocumentException, IOException {
        if (Files.readString(file, StandardCharsets.UTF_8).startsWith("refuse")) {
            throw new RefusedDocumentException("it is damaged");
        }
        String extension = name.substring(name.lastIndexOf('.') + 1);
        return switch (extension) {
            case "png" -> "image/png";
            case "pdf" -> "application/pdf";
            case "html" -> "text/html";
            default -> "text/plain";
        };
    }
}
