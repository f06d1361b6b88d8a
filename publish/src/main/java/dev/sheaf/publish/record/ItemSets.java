package dev.sheaf.publish.record;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Limit;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.SetSpec;
import dev.sheaf.store.crawls.Deposit;

/**
 * The sets of an item: {@code folder:} with the names of its folders, {@code type:} with the two parts of each media type, and the state
 * that its owner has given it. Characters that a
 * setSpec cannot have are written as {@code !} and two hexadecimal digits for each byte. Stateless.
 */
public final class ItemSets {

    /** Set of the resources that their owner has approved. */
    public static final String APPROVED = "approved";
    /** Set of the resources that wait for approval. */
    public static final String SUBMITTED = "submitted";

    private static final String KEPT = "-_.~*'()";
    private static final String FOLDER = "folder";
    private static final String TYPE = "type";

    private ItemSets() {}

    /**
     * Returns the sets.
     *
     * @param folders names, outermost first
     * @param types media types without parameters
     * @param state of a resource whose owner is asked; null for any other
     */
    public static List<OaiSet> of(List<String> folders, List<String> types, Deposit.@Nullable State state) {
        Map<String, OaiSet> sets = new LinkedHashMap<>();
        int levels = Math.min(folders.size(), (int) Limit.SET_LEVELS.number() - 1);
        StringBuilder spec = new StringBuilder(FOLDER);
        StringBuilder name = new StringBuilder("Folder ");
        for (int i = 0; i < levels; i++) {
            String node = ":" + node(folders.get(i));
            if (spec.length() + node.length() > Limit.SET_SPEC.number()) {
                break;
            }
            spec.append(node);
            name.append(i == 0 ? "" : "/").append(folders.get(i));
            put(sets, spec.toString(), name.toString());
        }
        for (String type : types) {
            int slash = type.indexOf('/');
            if (slash > 0) {
                put(sets, TYPE + ":" + node(type.substring(0, slash)), "Media type " + type.substring(0, slash));
                put(sets, TYPE + ":" + node(type.substring(0, slash)) + ":" + node(type.substring(slash + 1)),
                        "Media type " + type);
            }
        }
        if (!sets.isEmpty()) {
            if (levels > 0) {
                put(sets, FOLDER, "Folders");
            }
            put(sets, TYPE, "Media types");
        }
        if (state != null) {
            boolean isApproved = state == Deposit.State.APPROVED;
            put(sets, isApproved ? APPROVED : SUBMITTED,
                    isApproved ? "Approved by the owner" : "Waiting for approval by the owner");
        }
        return List.copyOf(sets.values());
    }

    private static void put(Map<String, OaiSet> sets, String spec, String name) {
        sets.putIfAbsent(spec, new OaiSet(new SetSpec(spec), name));
    }

    /** Returns those that no other of them contains: a record names the innermost ones, and is in the others by that (S2.6). */
    public static List<SetSpec> innermost(List<OaiSet> sets) {
        List<SetSpec> innermost = new ArrayList<>();
        for (OaiSet set : sets) {
            if (sets.stream().noneMatch(other -> !other.spec().equals(set.spec()) && set.spec().contains(other.spec()))) {
                innermost.add(set.spec());
            }
        }
        return innermost;
    }

    private static String node(String name) {
        StringBuilder node = new StringBuilder(name.length() + 8);
        for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            if (c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || KEPT.indexOf(c) >= 0) {
                node.append(c);
            } else {
                node.append('!').append(Character.toUpperCase(Character.forDigit(c >> 4, 16)))
                        .append(Character.toUpperCase(Character.forDigit(c & 15, 16)));
            }
        }
        return node.toString();
    }
}
