package dev.sheaf.formats.crosswalk.sandbox;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import javax.xml.transform.stax.StAXSource;
import javax.xml.transform.stream.StreamSource;

import net.sf.saxon.lib.EnvironmentVariableResolver;
import net.sf.saxon.lib.Feature;
import net.sf.saxon.s9api.Processor;
import net.sf.saxon.s9api.QName;
import net.sf.saxon.s9api.SaxonApiException;
import net.sf.saxon.s9api.SaxonApiUncheckedException;
import net.sf.saxon.s9api.Serializer;
import net.sf.saxon.s9api.XdmAtomicValue;
import net.sf.saxon.s9api.XmlProcessingError;
import net.sf.saxon.s9api.Xslt30Transformer;
import net.sf.saxon.s9api.XsltCompiler;
import net.sf.saxon.s9api.XsltExecutable;
import net.sf.saxon.trans.XPathException;
import org.jspecify.annotations.Nullable;

import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.XmlFragments;
import dev.sheaf.core.xml.XmlInput;
import dev.sheaf.formats.crosswalk.HardenedProcessor;

/**
 * Process in which stylesheets of operators run. It reads requests from its standard input, answers on its standard output, and ends at the
 * end of its input. It has no access to the data directory and the environment. {@link CrosswalkSandbox} ends it if it takes too long.
 */
public final class SandboxProcess {

    /** Request to compile a stylesheet; its digest and text follow. */
    static final int COMPILE = 1;
    /** Request to transform a record; the stylesheet's digest, the identifier and the metadata follow. */
    static final int TRANSFORM = 2;
    /** Response of a successful request; the result follows. */
    static final int DONE = 0;
    /** Response of a refused request; a message follows. */
    static final int REFUSED = 1;
    /** Exit status of a virtual machine that ran out of memory. */
    static final int OUT_OF_MEMORY = 3;
    /** Exit status if the process that sends requests has ended. */
    private static final int ABANDONED = 4;

    private static final QName IDENTIFIER = new QName("identifier");
    /** Largest number of reported faults of a stylesheet. The first faults cause the others. */
    private static final int FAULTS = 5;
    /** Largest number of characters of the message with which a stylesheet terminates itself. */
    private static final int MESSAGE = 300;

    private static final String WARM_UP = """
            <xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/"><a>
            <xsl:for-each select="//b"><xsl:value-of select="normalize-space(.)"/></xsl:for-each></a></xsl:template></xsl:stylesheet>
            """;

    private final Processor processor = HardenedProcessor.create();
    private final Map<String, XsltExecutable> compiled = new HashMap<>();
    private final int output;

    private SandboxProcess(int output) {
        this.output = output;
        processor.setConfigurationProperty(Feature.DISABLE_XSL_EVALUATE, true);
        processor.getUnderlyingConfiguration().setConfigurationProperty(Feature.ENVIRONMENT_VARIABLE_RESOLVER,
                new NoEnvironment());
    }

    /**
     * Answers requests until the input ends.
     *
     * @param arguments largest number of bytes of a result, and the number of the process that sends requests
     */
    public static void main(String[] arguments) throws IOException {
        endWith(Long.parseLong(arguments[1]));
        DataInputStream in = new DataInputStream(System.in);
        DataOutputStream out = new DataOutputStream(System.out);
        // Saxon's own output must not mix with the responses.
        System.setOut(System.err);
        new SandboxProcess(Integer.parseInt(arguments[0])).answer(in, out);
    }

    /**
     * Ends this process together with the process that sends requests. A stylesheet in an endless loop reads no input, so the end of the
     * input is not enough.
     */
    private static void endWith(long asking) {
        CompletableFuture<Void> _ = ProcessHandle.of(asking).map(ProcessHandle::onExit)
                .orElseGet(() -> CompletableFuture.completedFuture(null)).thenRun(() -> Runtime.getRuntime().halt(ABANDONED));
    }

    private void answer(DataInputStream in, DataOutputStream out) throws IOException {
        warmUp();
        reply(out, DONE, new byte[0]);
        while (true) {
            int question;
            try {
                question = in.readByte();
            } catch (EOFException _) {
                return;
            }
            String digest = in.readUTF();
            byte[] answer;
            int status = DONE;
            try {
                answer = question == COMPILE ? compile(digest, bytes(in)) : transform(digest, in.readUTF(), bytes(in));
            } catch (RefusedException refused) {
                status = REFUSED;
                answer = refused.reason.getBytes(StandardCharsets.UTF_8);
            }
            reply(out, status, answer);
        }
    }

    /** Loads classes that every stylesheet needs, so that they do not count as time of the first stylesheet. */
    private void warmUp() {
        try {
            compile("", WARM_UP.getBytes(StandardCharsets.UTF_8));
            transform("", "", "<a><b>c</b></a>".getBytes(StandardCharsets.UTF_8));
        } catch (RefusedException refused) {
            throw new IllegalStateException(refused.reason, refused);
        }
    }

    private static void reply(DataOutputStream out, int status, byte[] answer) throws IOException {
        out.writeByte(status);
        out.writeInt(answer.length);
        out.write(answer);
        out.flush();
    }

    private static byte[] bytes(DataInputStream in) throws IOException {
        return in.readNBytes(in.readInt());
    }

    private byte[] compile(String digest, byte[] text) throws RefusedException {
        List<String> faults = new ArrayList<>();
        try {
            // Refuses a DOCTYPE, and with it every entity.
            XmlFragments.parse(text);
            XsltCompiler compiler = processor.newXsltCompiler();
            compiler.setErrorReporter(error -> note(error, FAULTS, faults));
            compiler.setResourceResolver(request -> {
                throw new XPathException("a crosswalk may not read " + request.uri);
            });
            compiled.put(digest, compiler.compile(new StreamSource(new ByteArrayInputStream(text), "crosswalk:/own.xsl")));
            return new byte[0];
        } catch (OaiFormatException | SaxonApiException | SaxonApiUncheckedException failure) {
            throw new RefusedException(faults.isEmpty() ? words(failure) : String.join("; ", faults));
        } catch (StackOverflowError _) {
            throw new RefusedException("it is nested too deeply");
        }
    }

    private byte[] transform(String digest, String identifier, byte[] metadata) throws RefusedException {
        XsltExecutable executable = compiled.get(digest);
        if (executable == null) {
            throw new RefusedException("it was not compiled");
        }
        LimitedOutput out = new LimitedOutput(output);
        List<String> faults = new ArrayList<>();
        try {
            Xslt30Transformer transformer = executable.load30();
            transformer.setStylesheetParameters(Map.of(IDENTIFIER, new XdmAtomicValue(identifier)));
            transformer.setMessageHandler(message -> {
                if (message.isTerminate() && faults.isEmpty()) {
                    String text = message.getContent().getStringValue();
                    faults.add("it terminated itself: " + text.substring(0, Math.min(text.length(), MESSAGE)));
                }
            });
            transformer.setErrorReporter(error -> note(error, 1, faults));
            transformer.setResultDocumentHandler(uri -> {
                throw new SaxonApiUncheckedException(new SaxonApiException("a crosswalk may not write " + uri));
            });
            Serializer serializer = transformer.newSerializer(out);
            serializer.setOutputProperty(Serializer.Property.METHOD, "xml");
            serializer.setOutputProperty(Serializer.Property.ENCODING, "UTF-8");
            serializer.setOutputProperty(Serializer.Property.OMIT_XML_DECLARATION, "yes");
            serializer.setOutputProperty(Serializer.Property.INDENT, "no");
            transformer.applyTemplates(processor.newDocumentBuilder().build(new StAXSource(XmlInput.pull(metadata))), serializer);
            return out.toByteArray();
        } catch (SaxonApiException | SaxonApiUncheckedException | OaiFormatException failure) {
            throw new RefusedException(out.isFull()
                    ? "the result is larger than " + output + " bytes"
                    : faults.isEmpty() ? words(failure) : faults.getFirst());
        } catch (StackOverflowError _) {
            throw new RefusedException("its templates or functions call themselves endlessly");
        }
    }

    private static void note(XmlProcessingError error, int most, List<String> faults) {
        if (!error.isWarning() && faults.size() < most) {
            int line = error.getLocation() == null ? -1 : error.getLocation().getLineNumber();
            faults.add((line > 0 ? "line " + line + ": " : "") + error.getMessage());
        }
    }

    private static String words(Exception failure) {
        String message = failure.getMessage();
        return message == null ? failure.getClass().getSimpleName() : message;
    }

    /** Thrown if a stylesheet or its result is refused. */
    private static final class RefusedException extends Exception {

        private static final long serialVersionUID = 1L;
        private final String reason;

        RefusedException(String reason) {
            super(reason);
            this.reason = reason;
        }
    }

    /** Empty environment for stylesheets. */
    private static final class NoEnvironment implements EnvironmentVariableResolver {

        @Override
        public Set<String> getAvailableEnvironmentVariables() {
            return Set.of();
        }

        @Override
        public @Nullable String getEnvironmentVariable(String name) {
            return null;
        }
    }
}
