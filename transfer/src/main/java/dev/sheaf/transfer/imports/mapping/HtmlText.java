package dev.sheaf.transfer.imports.mapping;

import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import dev.sheaf.harvester.repair.HtmlEntities;

/** Text with entities of HTML, such as <code>&amp;eacute;</code>, as web systems and their databases export it. */
final class HtmlText {

    private static final Pattern ENTITY = Pattern
            .compile("&(?:#([0-9]{1,7})|#[xX]([0-9A-Fa-f]{1,6})|([A-Za-z][A-Za-z0-9]{1," + (HtmlEntities.LONGEST_NAME - 1)
                    + "}));");

    private HtmlText() {}

    /** Returns the first entity in a text; null if there is none. */
    static @Nullable String entity(String text) {
        if (text.indexOf('&') < 0) {
            return null;
        }
        Matcher entity = ENTITY.matcher(text);
        while (entity.find()) {
            if (characters(entity) != null) {
                return entity.group();
            }
        }
        return null;
    }

    /** Returns the text with characters instead of its entities. */
    static String decoded(String text) {
        return text.indexOf('&') < 0 ? text : ENTITY.matcher(text).replaceAll(entity -> {
            String characters = characters(entity);
            return Matcher.quoteReplacement(characters == null ? entity.group() : characters);
        });
    }

    private static @Nullable String characters(MatchResult entity) {
        String name = entity.group(3);
        if (name != null) {
            return switch (name) {
                case "amp" -> "&";
                case "lt" -> "<";
                case "gt" -> ">";
                case "quot" -> "\"";
                case "apos" -> "'";
                default -> HtmlEntities.characters(name);
            };
        }
        int code = entity.group(1) != null ? Integer.parseInt(entity.group(1)) : Integer.parseInt(entity.group(2), 16);
        return Character.isDefined(code) && !Character.isISOControl(code) && (code < 0xd800 || code > 0xdfff)
                ? Character.toString(code)
                : null;
    }
}
