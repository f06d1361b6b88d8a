package dev.sheaf.publish.extract.pool;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

import dev.sheaf.publish.extract.Document;
import dev.sheaf.publish.extract.ExtractedText;
import dev.sheaf.publish.extract.Extractor;
import dev.sheaf.publish.extract.Indlet;
import dev.sheaf.publish.extract.RefusedDocumentException;

/** Does what the document says. */
@SuppressWarnings("AddressSelection")
public final class MisbehavingIndlet implements Indlet {

    @Override
    public String name() {
        return "misbehaving";
    }

    @Override
    public String version() {
        return "7";
    }

    @Override
    public String policy() {
        return "english";
    }

    @Override
    public ExtractedText extract(Document document, Extractor standard) throws RefusedDocumentException {
        ExtractedText text = standard.extract(document);
        List<String> found = new ArrayList<>();
        switch (command(document)) {
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
            case "print" -> System.out.println("a line that is no message");
            case "network" -> found.add("socket " + refused(() -> new Socket("127.0.0.1", 9)) + ", channel "
                    + refused(SocketChannel::open) + ", address "
                    + refused(() -> URI.create("http://127.0.0.1:9/").toURL().openStream()) + ", name "
                    + refused(() -> InetAddress.getByName("example.org")));
            case "environment" -> found.addAll(System.getenv().keySet());
            default -> {
                // An ordinary document.
            }
        }
        return new ExtractedText(text.type(), text.language(),
                Map.of("title", List.of("Made by an indlet"), "description", found),
                text.text());
    }

    private static String command(Document document) {
        try {
            byte[] bytes = Files.readAllBytes(document.file());
            return new String(bytes, 0, Math.min(bytes.length, 20), StandardCharsets.ISO_8859_1);
        } catch (IOException failure) {
            return "";
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

    private static String refused(Callable<?> attempt) {
        try {
            attempt.call();
            return "allowed";
        } catch (Exception failure) {
            String message = String.valueOf(failure);
            return message.contains("no network") || failure instanceof java.net.UnknownHostException ? "refused" : message;
        }
    }
}
