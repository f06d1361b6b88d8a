package dev.sheaf.publish.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Files and faults that a walk has reported. */
final class Walked implements TreeVisitor {

    final Map<String, FoundFile> files = new TreeMap<>();
    final List<String> unread = new ArrayList<>();
    final List<String> passedOver = new ArrayList<>();

    static Walked of(FileTree tree, CrawlBounds bounds) throws TreeException {
        Walked walked = new Walked();
        tree.walk(bounds, walked);
        return walked;
    }

    static Walked of(FileTree tree) throws TreeException {
        return of(tree, CrawlBounds.DEFAULT);
    }

    static String text(FileTree tree, String path, Path temporary) throws IOException {
        try (Content content = tree.content(path, 1 << 20, temporary)) {
            return Files.readString(content.file(), StandardCharsets.UTF_8);
        }
    }

    @Override
    public void file(FoundFile file) {
        files.put(file.path(), file);
    }

    @Override
    public void unread(String path, String reason) {
        unread.add(path + ": " + reason);
    }

    @Override
    public void passedOver(String path, String reason) {
        passedOver.add(path + ": " + reason);
    }
}
