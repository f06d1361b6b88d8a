package dev.sheaf.platform.crosswalk;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.util.EnumMap;
import java.util.Map;

import javax.xml.transform.stax.StAXSource;
import javax.xml.transform.stream.StreamSource;

import net.sf.saxon.lib.Feature;
import net.sf.saxon.lib.ResourceRequest;
import net.sf.saxon.s9api.DocumentBuilder;
import net.sf.saxon.s9api.Processor;
import net.sf.saxon.s9api.QName;
import net.sf.saxon.s9api.SaxonApiException;
import net.sf.saxon.s9api.Serializer;
import net.sf.saxon.s9api.XdmAtomicValue;
import net.sf.saxon.s9api.Xslt30Transformer;
import net.sf.saxon.s9api.XsltCompiler;
import net.sf.saxon.s9api.XsltExecutable;
import net.sf.saxon.trans.XPathException;

import dev.sheaf.core.Namespaces;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.XmlFragments;
import dev.sheaf.core.xml.XmlInput;

/**
 * Makes oai_dc of metadata in any other format, by XSLT. Thread-safe; the processor and the stylesheets are loaded when first needed.
 *
 * <p>The stylesheets are this package's own, yet they see what strangers wrote: nothing outside can be read from inside a transformation,
 * neither files nor addresses nor Java.
 */
public final class DublinCoreCrosswalk {

    /** Raised when a stylesheet changes in a way that changes results: derived records are then made anew. */
    public static final int VERSION = 1;

    private static final QName IDENTIFIER = new QName("identifier");

    private enum Stylesheet {
        MARC21("marc21-to-oai_dc.xsl"), MODS("mods-to-oai_dc.xsl"), ANY("any-to-oai_dc.xsl");

        private final String file;

        Stylesheet(String file) {
            this.file = file;
        }

        /** The root's namespace tells the format; a prefix is only what one repository calls it. */
        static Stylesheet of(String namespace) {
            return switch (namespace) {
                case Namespaces.MARC21 -> MARC21;
                case Namespaces.MODS -> MODS;
                default -> ANY;
            };
        }
    }

    private final Map<Stylesheet, XsltExecutable> compiled = new EnumMap<>(Stylesheet.class);
    private final Processor processor = hardenedProcessor();

    /** Loads the processor; the stylesheets come when they are needed. */
    public DublinCoreCrosswalk() {}

    static Processor hardenedProcessor() {
        Processor processor = new Processor(false);
        processor.setConfigurationProperty(Feature.ALLOW_EXTERNAL_FUNCTIONS, false);
        processor.setConfigurationProperty(Feature.ALLOWED_PROTOCOLS, "");
        processor.setConfigurationProperty(Feature.DTD_VALIDATION, false);
        processor.getUnderlyingConfiguration().setResourceResolver(request -> {
            throw new XPathException("a crosswalk may not read " + request.uri);
        });
        return processor;
    }

    /**
     * Makes the oai_dc of an item.
     *
     * @param identifier of the item: the title when the metadata has none
     * @param metadata in any format
     * @throws CrosswalkException when the stylesheet fails on it
     */
    public XmlFragment apply(String identifier, XmlFragment metadata) throws CrosswalkException {
        Stylesheet stylesheet = Stylesheet.of(XmlFragments.rootNamespace(metadata));
        try {
            DocumentBuilder builder = processor.newDocumentBuilder();
            Xslt30Transformer transformer = executable(stylesheet).load30();
            transformer.setStylesheetParameters(Map.of(IDENTIFIER, new XdmAtomicValue(identifier)));
            transformer.setMessageHandler(message -> {});
            ByteArrayOutputStream out = new ByteArrayOutputStream(1 << 10);
            Serializer serializer = transformer.newSerializer(out);
            transformer.applyTemplates(builder.build(new StAXSource(XmlInput.pull(metadata.utf8()))), serializer);
            return XmlFragments.parse(out.toByteArray());
        } catch (SaxonApiException | OaiFormatException failure) {
            throw new CrosswalkException(
                    stylesheet.file + " cannot read the metadata of " + identifier + ": " + failure.getMessage(),
                    failure);
        }
    }

    private XsltExecutable executable(Stylesheet stylesheet) {
        synchronized (compiled) {
            return compiled.computeIfAbsent(stylesheet, this::compile);
        }
    }

    private XsltExecutable compile(Stylesheet stylesheet) {
        XsltCompiler compiler = processor.newXsltCompiler();
        compiler.setResourceResolver(DublinCoreCrosswalk::sharedStylesheet);
        try (InputStream in = resource(stylesheet.file)) {
            return compiler.compile(new StreamSource(in, "crosswalk:/" + stylesheet.file));
        } catch (SaxonApiException | java.io.IOException failure) {
            throw new IllegalStateException("the stylesheet " + stylesheet.file + " cannot be compiled: " + failure.getMessage(),
                    failure);
        }
    }

    /** The only file that stylesheets include. */
    private static StreamSource sharedStylesheet(ResourceRequest request) throws XPathException {
        if (!request.uri.equals("crosswalk:/oai_dc.xsl")) {
            throw new XPathException("a crosswalk may not read " + request.uri);
        }
        return new StreamSource(resource("oai_dc.xsl"), request.uri);
    }

    private static InputStream resource(String name) {
        InputStream in = DublinCoreCrosswalk.class.getResourceAsStream(name);
        if (in == null) {
            throw new IllegalStateException("the stylesheet " + name + " is missing from the program");
        }
        return in;
    }
}
