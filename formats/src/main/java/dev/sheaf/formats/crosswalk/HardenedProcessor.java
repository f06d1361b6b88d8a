package dev.sheaf.formats.crosswalk;

import net.sf.saxon.lib.Feature;
import net.sf.saxon.s9api.Processor;
import net.sf.saxon.trans.XPathException;

/** Saxon without access to files, addresses, Java classes and DTDs. */
public final class HardenedProcessor {

    private HardenedProcessor() {}

    /** Returns a new processor. A stylesheet that tries to read something from outside fails with a message that says so. */
    public static Processor create() {
        Processor processor = new Processor(false);
        processor.setConfigurationProperty(Feature.ALLOW_EXTERNAL_FUNCTIONS, false);
        processor.setConfigurationProperty(Feature.ALLOWED_PROTOCOLS, "");
        processor.setConfigurationProperty(Feature.DTD_VALIDATION, false);
        processor.getUnderlyingConfiguration().setResourceResolver(request -> {
            throw new XPathException("a crosswalk may not read " + request.uri);
        });
        return processor;
    }
}
