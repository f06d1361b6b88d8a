package dev.sheaf.formats.crosswalk;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

import javax.xml.transform.stream.StreamSource;

import net.sf.saxon.s9api.Processor;
import net.sf.saxon.s9api.SaxonApiException;
import net.sf.saxon.s9api.Serializer;
import net.sf.saxon.s9api.XPathCompiler;
import net.sf.saxon.s9api.XdmItem;
import net.sf.saxon.s9api.XdmNode;

import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.XmlFragments;

/** The records of a folder of data, one by one: responses of repositories, and records without an envelope. */
public final class SharedSamples {

    /** The samples, in every clone. */
    static final Path SAMPLES = Path.of("..", "testkit", "samples");
    /** The real records that lie next to a checkout. */
    public static final Path DATA = Path.of("..", "..", "shared", "data");
    private static final Pattern DOCTYPE = Pattern.compile("<!DOCTYPE[^>\\[]*(\\[.*?\\]\\s*)?>", Pattern.DOTALL);
    private static final String METADATA = "//*:record/*:metadata/*[1]";

    private final Processor processor = HardenedProcessor.create();
    private final Path data;

    /** @param data folder of the data */
    public SharedSamples(Path data) {
        this.data = data;
    }

    /**
     * A record of a file.
     *
     * @param name of the file below the folder of the data, with {@code #} and the number of the record when it holds several
     */
    public record Sample(String name, XmlFragment metadata) {

        /** The root in Clark notation; without the address when that of an envelope slipped in. */
        String format() {
            return "{" + XmlFragments.rootNamespace(metadata) + "}" + XmlFragments.rootName(metadata);
        }
    }

    /** All records that can be parsed, in the order of their names. */
    List<Sample> all() throws IOException {
        return in(_ -> true);
    }

    /**
     * The records of some files that can be parsed, in the order of their names.
     *
     * @param files tells of a name below the folder of the data whether the file is read
     */
    public List<Sample> in(Predicate<String> files) throws IOException {
        List<Sample> samples = new ArrayList<>();
        for (String folder : List.of("metadata-records", "oai-responses", "oai-sessions")) {
            try (Stream<Path> found = Files.walk(data.resolve(folder))) {
                for (Path file : found.filter(Files::isRegularFile).filter(file -> files.test(name(file))).sorted().toList()) {
                    add(file, samples);
                }
            }
        }
        return samples;
    }

    private String name(Path file) {
        return data.relativize(file).toString().replace('\\', '/');
    }

    private void add(Path file, List<Sample> samples) throws IOException {
        String name = name(file);
        if (!name.endsWith(".xml") && !name.endsWith(".xml.gz")) {
            return;
        }
        try {
            if (name.startsWith("metadata-records/") && !name.contains("/oai-record/")) {
                samples.add(new Sample(name, XmlFragments.parse(text(file).getBytes(StandardCharsets.UTF_8))));
                return;
            }
            XdmNode document = processor.newDocumentBuilder()
                    .build(new StreamSource(new ByteArrayInputStream(text(file).getBytes(StandardCharsets.UTF_8))));
            XPathCompiler xpath = processor.newXPathCompiler();
            int number = 0;
            for (XdmItem metadata : xpath.evaluate(METADATA, document)) {
                number++;
                samples.add(new Sample(name + "#" + number, XmlFragments.parse(bytes((XdmNode) metadata))));
            }
        } catch (OaiFormatException | SaxonApiException _) {
            // Broken ones are part of the data; they never reach a crosswalk.
        }
    }

    private byte[] bytes(XdmNode node) throws SaxonApiException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Serializer serializer = processor.newSerializer(out);
        serializer.setOutputProperty(Serializer.Property.OMIT_XML_DECLARATION, "yes");
        serializer.serializeNode(node);
        return out.toByteArray();
    }

    private static String text(Path file) throws IOException {
        try (InputStream raw = Files.newInputStream(file);
                InputStream in = file.toString().endsWith(".gz") ? new GZIPInputStream(raw) : raw) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
            return DOCTYPE.matcher(text.startsWith("\uFEFF") ? text.substring(1) : text).replaceFirst("");
        }
    }
}
