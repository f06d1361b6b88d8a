package dev.sheaf.validator.evidence;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Sha256;

/**
 * An element of a response with all that is in it. Comments and processing instructions are left out. Immutable.
 *
 * @param namespace empty for none
 * @param name without prefix
 * @param attributes values by name; names in a namespace are written {@code {namespace}name}
 * @param declared namespaces by prefix that this element declares itself; the prefix is empty for the default namespace
 * @param children in their order
 * @param text all characters directly in it, in one piece
 * @param offset byte of the document that was read at which its start tag begins
 * @param line of the document that was read, from 1
 */
public record XmlNode(String namespace, String name, Map<String, String> attributes, Map<String, String> declared,
        List<XmlNode> children, String text, int offset, int line) {

    /** Returns whether it has this namespace and name. */
    public boolean is(String otherNamespace, String otherName) {
        return name.equals(otherName) && namespace.equals(otherNamespace);
    }

    /** Returns the first child of that name in the same namespace. */
    public Optional<XmlNode> child(String childName) {
        return children.stream().filter(child -> child.is(namespace, childName)).findFirst();
    }

    /** Returns the children of that name in the same namespace. */
    public List<XmlNode> children(String childName) {
        return children.stream().filter(child -> child.is(namespace, childName)).toList();
    }

    /** Returns the text of the first child of that name; empty when there is none. */
    public String textOf(String childName) {
        return child(childName).map(XmlNode::text).orElse("");
    }

    /** Returns the value of an attribute; null when it is not there. */
    public @Nullable String attribute(String attributeName) {
        return attributes.get(attributeName);
    }

    /** Returns all text in it and below. */
    public String deepText() {
        if (children.isEmpty()) {
            return text;
        }
        StringBuilder all = new StringBuilder(text);
        children.forEach(child -> all.append(child.deepText()));
        return all.toString();
    }

    /** Returns a digest of its meaning: the same for two elements that differ in prefixes, attribute order or blanks between elements alone. */
    public String digest() {
        MessageDigest digest = Sha256.begin();
        feed(digest);
        return HexFormat.of().formatHex(digest.digest(), 0, 16);
    }

    private void feed(MessageDigest digest) {
        feed(digest, "<" + namespace + " " + name);
        new TreeMap<>(attributes).forEach((key, value) -> feed(digest, key + "=" + value));
        feed(digest, text.strip());
        children.forEach(child -> child.feed(digest));
        feed(digest, ">");
    }

    private static void feed(MessageDigest digest, String part) {
        digest.update(part.getBytes(StandardCharsets.UTF_8));
        digest.update((byte) 0);
    }
}
