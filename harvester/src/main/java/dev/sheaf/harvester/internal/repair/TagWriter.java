package dev.sheaf.harvester.internal.repair;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import dev.sheaf.core.Namespaces;
import dev.sheaf.core.store.Repair.Kind;
import dev.sheaf.harvester.internal.repair.Tag.Attribute;

/** Writer of start tags: unchanged if they are sound, else with every attribute once and in quotes. */
final class TagWriter {

    private static final String XMLNS = "http://www.w3.org/2000/xmlns/";
    private static final int MOST = 100;

    private final byte[] in;
    private final ByteBuilder out;
    private final Text text;
    private final Faults faults;

    TagWriter(byte[] in, ByteBuilder out, Text text, Faults faults) {
        this.in = in;
        this.out = out;
        this.text = text;
        this.faults = faults;
    }

    /**
     * Writes a tag.
     *
     * @param open elements that are open around it
     * @return the prefixes that it declares, as written
     */
    List<String> put(Tag tag, OpenElements open) {
        List<Attribute> attributes = distinct(tag);
        List<String> declared = declared(attributes);
        Set<String> missing = missing(tag, attributes, declared, open);
        out.put(in, tag.start(), tag.nameEnd() - tag.start());
        for (String prefix : missing) {
            out.put(" xmlns:").put(prefix).put("=\"").put(KnownPrefixes.namespace(prefix)).put('"');
            faults.add(Kind.PREFIX, tag.start(), () -> "the undeclared prefix '" + prefix + "' was declared as "
                    + KnownPrefixes.namespace(prefix));
        }
        if (tag.isSound() && attributes.size() == tag.attributes().size()
                && tag.attributes().stream().allMatch(one -> text.isClean(one.from(), one.to()))) {
            out.put(in, tag.nameEnd(), tag.end() - tag.nameEnd());
        } else {
            rewrite(tag, attributes);
        }
        if (missing.isEmpty()) {
            return declared;
        }
        List<String> all = new ArrayList<>(declared);
        all.addAll(missing);
        return all;
    }

    private void rewrite(Tag tag, List<Attribute> attributes) {
        for (Attribute attribute : attributes) {
            char quote = attribute.quote() == 0 ? '"' : attribute.quote();
            out.put(' ').put(attribute.name()).put("=").put(quote);
            text.put(attribute.from(), attribute.to(), quote);
            out.put(quote);
            if (attribute.quote() == 0) {
                faults.add(Kind.ATTRIBUTES, attribute.start(), () -> "the value of the attribute '" + attribute.name()
                        + (attribute.hasValue() ? "' was put in quotes" : "', which had none, was added"));
            }
        }
        if (!tag.isSound()) {
            faults.add(Kind.ATTRIBUTES, tag.start(), () -> "the attributes of <" + tag.name() + "> were rewritten");
        }
        out.put(tag.isEmpty() ? "/>" : ">");
    }

    /** Returns the first attribute of each name. Empty namespace declarations are left out, because only the default namespace can be empty. */
    private List<Attribute> distinct(Tag tag) {
        List<Attribute> attributes = tag.attributes();
        if (attributes.isEmpty()) {
            return attributes;
        }
        Set<String> seen = new HashSet<>();
        List<Attribute> distinct = new ArrayList<>(attributes.size());
        for (Attribute attribute : attributes) {
            String prefix = attribute.declares();
            if (!seen.add(attribute.name())) {
                faults.add(Kind.ATTRIBUTES, attribute.start(), () -> "the attribute '" + attribute.name() + "' of <" + tag.name()
                        + "> came twice: the second was left out");
            } else if (prefix != null
                    && (!prefix.isEmpty() && attribute.from() == attribute.to() || isMisused(prefix, attribute))) {
                faults.add(Kind.PREFIX, attribute.start(), () -> "the declaration " + attribute.name() + " was left out");
            } else {
                distinct.add(attribute);
            }
        }
        return distinct;
    }

    private boolean isMisused(String prefix, Attribute attribute) {
        String value = new String(in, attribute.from(), Math.min(attribute.to() - attribute.from(), MOST),
                StandardCharsets.UTF_8);
        return prefix.equals("xmlns") || prefix.equals("xml") != value.equals(Namespaces.XML) || value.equals(XMLNS);
    }

    private static List<String> declared(List<Attribute> attributes) {
        List<String> declared = List.of();
        for (Attribute attribute : attributes) {
            String prefix = attribute.declares();
            if (prefix != null && !prefix.isEmpty()) {
                declared = declared.isEmpty() ? new ArrayList<>(4) : declared;
                declared.add(prefix);
            }
        }
        return declared;
    }

    private static Set<String> missing(Tag tag, List<Attribute> attributes, List<String> declared, OpenElements open) {
        Set<String> known = declared.isEmpty() ? Set.of() : new HashSet<>(declared);
        Set<String> missing = new LinkedHashSet<>();
        need(tag.prefix(), known, missing, open);
        for (Attribute attribute : attributes) {
            if (attribute.declares() == null) {
                need(Tag.prefix(attribute.name()), known, missing, open);
            }
        }
        return missing;
    }

    private static void need(String prefix, Set<String> known, Set<String> missing, OpenElements open) {
        if (!prefix.isEmpty() && !prefix.equals("xml") && !known.contains(prefix) && !open.isDeclared(prefix)) {
            missing.add(prefix);
        }
    }
}
