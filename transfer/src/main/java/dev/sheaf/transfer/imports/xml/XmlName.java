package dev.sheaf.transfer.imports.xml;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Name of an element.
 *
 * @param namespace namespace; empty if it has none
 * @param local name without prefix
 */
record XmlName(String namespace, String local) {

    private static final Pattern DECLARATION = Pattern.compile("\\sxmlns(?::([^\\s=]+))?\\s*=\\s*(?:\"([^\"]*)\"|'([^']*)')");

    /**
     * Returns the namespaces in scope within an element.
     *
     * @param tag its start tag
     * @param outer namespaces in scope around it, by prefix
     */
    static Map<String, String> scope(String tag, Map<String, String> outer) {
        if (!tag.contains("xmlns")) {
            return outer;
        }
        Map<String, String> scope = new HashMap<>(outer);
        Matcher declared = DECLARATION.matcher(tag);
        while (declared.find()) {
            String uri = declared.group(2) == null ? declared.group(3) : declared.group(2);
            scope.put(declared.group(1) == null ? "" : declared.group(1), uri.replace("&amp;", "&"));
        }
        return scope;
    }

    /** Resolves a name with a prefix. */
    static XmlName of(String written, Map<String, String> scope) {
        int colon = written.indexOf(':');
        String prefix = colon < 0 ? "" : written.substring(0, colon);
        return new XmlName(scope.getOrDefault(prefix, ""), written.substring(colon + 1));
    }

    @Override
    public String toString() {
        return local;
    }
}
