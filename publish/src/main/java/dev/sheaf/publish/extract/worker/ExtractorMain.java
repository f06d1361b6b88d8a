package dev.sheaf.publish.extract.worker;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

import org.jspecify.annotations.Nullable;

import dev.sheaf.publish.extract.Document;
import dev.sheaf.publish.extract.ExtractedText;
import dev.sheaf.publish.extract.Extractor;
import dev.sheaf.publish.extract.Indlet;
import dev.sheaf.publish.extract.RefusedDocumentException;
import dev.sheaf.publish.extract.wire.ExtractorReply;
import dev.sheaf.publish.extract.wire.ExtractorRequest;
import dev.sheaf.publish.extract.wire.MessageFrames;

/**
 * Main class of a process that extracts. Arguments: the name of an indlet (empty for none), the most characters of a text, the most documents
 * embedded in one. It ends when its standard input ends, also in the middle of a document.
 */
public final class ExtractorMain {

    /** First message of a process without an indlet. */
    public static final ExtractorReply.Ready STANDARD = new ExtractorReply.Ready(TikaExtractor.EDITION, "");

    /** System properties of such a process that keep libraries from looking for a logger, which takes time. */
    public static final Map<String, String> LOGGING = Map.of("log4j2.loggerContextFactory",
            "org.apache.logging.log4j.simple.SimpleLoggerContextFactory", "log4j2.StatusLogger.level", "OFF",
            "org.apache.logging.log4j.simplelog.level", "OFF");

    private static final int WAITING = 4;

    private ExtractorMain() {}

    /** Starts the process. */
    public static void main(String[] arguments) throws InterruptedException {
        DataOutputStream out = new DataOutputStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16));
        DataInputStream in = new DataInputStream(new BufferedInputStream(new FileInputStream(FileDescriptor.in)));
        // Libraries must neither write between the messages nor read them.
        System.setOut(System.err);
        System.setIn(new ByteArrayInputStream(new byte[0]));
        try {
            NoNetwork.install();
            BundledFont.install();
            TikaExtractor standard = new TikaExtractor(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
            Indlet indlet = arguments[0].isEmpty() ? null : find(arguments[0]);
            if (!arguments[0].isEmpty() && indlet == null) {
                MessageFrames.write(out, new ExtractorReply.Unable("there is no indlet '" + arguments[0] + "'").toBytes());
                return;
            }
            MessageFrames.write(out, indlet == null
                    ? STANDARD.toBytes()
                    : new ExtractorReply.Ready(indlet.name() + " " + indlet.version() + " " + TikaExtractor.EDITION,
                            indlet.policy())
                            .toBytes());
            work(requests(in), out, standard, indlet);
        } catch (IOException failure) {
            // Nobody listens any more.
            Runtime.getRuntime().halt(1);
        }
    }

    private static @Nullable Indlet find(String name) throws IOException {
        try {
            for (Indlet indlet : ServiceLoader.load(Indlet.class)) {
                if (indlet.name().equals(name)) {
                    return indlet;
                }
            }
            return null;
        } catch (ServiceConfigurationError failure) {
            System.err.println(failure.getMessage());
            return null;
        }
    }

    /** Reads requests in a thread of its own, so that the end of the asking process ends this one in the middle of a document too. */
    private static BlockingQueue<ExtractorRequest> requests(DataInputStream in) {
        BlockingQueue<ExtractorRequest> requests = new LinkedBlockingQueue<>(WAITING);
        Thread.ofPlatform().daemon().name("requests").start(() -> {
            try {
                byte[] message = MessageFrames.read(in, ExtractorRequest.MOST_BYTES);
                while (message != null) {
                    requests.put(ExtractorRequest.of(message));
                    message = MessageFrames.read(in, ExtractorRequest.MOST_BYTES);
                }
            } catch (IOException failure) {
                System.err.println("unreadable request: " + failure.getMessage());
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
            Runtime.getRuntime().halt(0);
        });
        return requests;
    }

    private static void work(BlockingQueue<ExtractorRequest> requests, DataOutputStream out, TikaExtractor standard,
            @Nullable Indlet indlet) throws IOException, InterruptedException {
        while (true) {
            MessageFrames.write(out, answer(requests.take(), standard, indlet).toBytes());
        }
    }

    private static ExtractorReply answer(ExtractorRequest request, TikaExtractor standard, @Nullable Indlet indlet) {
        Document document = new Document(Path.of(request.file()), request.name());
        try {
            if (request.onlyType()) {
                return new ExtractorReply.Extracted(new ExtractedText(standard.type(document), "", Map.of(), null));
            }
            Extractor extractor = standard;
            return new ExtractorReply.Extracted(
                    indlet == null ? extractor.extract(document) : indlet.extract(document, extractor));
        } catch (RefusedDocumentException refusal) {
            return new ExtractorReply.Refused(refusal.reason());
        } catch (StackOverflowError _) {
            return new ExtractorReply.Refused("its parts are nested too deeply");
        } catch (RuntimeException | LinkageError failure) {
            return new ExtractorReply.Refused("the extractor failed: " + failure);
        }
    }
}
