package dev.sheaf.platform.web.admin;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.Access;
import dev.sheaf.core.store.Secret;
import dev.sheaf.core.store.ServerTrait;
import dev.sheaf.core.store.Source;
import dev.sheaf.platform.report.Phrases;
import dev.sheaf.platform.sync.operate.SourceAnnouncing;
import dev.sheaf.platform.sync.operate.SourceChange;
import dev.sheaf.platform.sync.operate.SourceEdit.Fault;
import dev.sheaf.platform.sync.operate.SourceField;
import dev.sheaf.platform.sync.operate.SourceInput;
import dev.sheaf.platform.web.admin.SettingsPage.Field;
import dev.sheaf.platform.web.admin.SettingsPage.Group;

/** Form for a source, and reader of its values. */
final class SettingsView {

    /** Name of the field for the id of a new source. */
    static final String ID = "id";
    private static final String FORGET_LOGIN = "forgetLogin";
    private static final String FORGET_HEADERS = "forgetHeaders";
    /** Fields that are boxes. */
    private static final Set<SourceField> BOXES = EnumSet.of(SourceField.VALIDATE, SourceField.HISTORY,
            SourceField.LISTED, SourceField.OBEY_ROBOTS);
    private static final List<String> YES_NO = List.of("", "as harvests detect it", "yes", "yes", "no", "no");

    private final Map<String, String> values;
    private final Map<String, String> errors;

    private SettingsView(Map<String, String> values, Map<String, String> errors) {
        this.values = values;
        this.errors = errors;
    }

    /** Returns the form with the present settings of a source. */
    static SettingsView of(SourceChange change, List<String> derived, SourceAnnouncing announcing) {
        Map<String, String> values = new HashMap<>();
        if (announcing.subscribing() != null) {
            values.put(SourceAnnouncing.SUBSCRIBE, announcing.subscribing().text());
        }
        values.put(SourceAnnouncing.NOTIFY, lines(announcing.notified()));
        values.put(SourceAnnouncing.PUSH_TO, lines(announcing.pushedTo()));
        Source source = change.source();
        Source.Settings settings = source.settings();
        Access access = settings.access();
        put(values, SourceField.BASE_URL, source.baseUrl());
        put(values, SourceField.NAME, source.name());
        put(values, SourceField.PREFIXES, words(source.prefixes()));
        put(values, SourceField.SETS, words(source.sets()));
        put(values, SourceField.LATENCY, text(settings.latency()));
        put(values, SourceField.POLICY, settings.policy());
        put(values, SourceField.USER_AGENT, settings.userAgent());
        put(values, SourceField.FROM_HEADER, settings.from());
        put(values, SourceField.VALIDATE, Boolean.toString(change.care().validate()));
        put(values, SourceField.HISTORY, Boolean.toString(change.care().history()));
        put(values, SourceField.LISTED, Boolean.toString(change.care().listed()));
        put(values, SourceField.CENSUS, change.care().census() != null && change.care().census().isZero()
                ? "never"
                : text(change.care().census()));
        put(values, SourceField.VANISHING,
                change.care().vanishingPercent() == null ? null : change.care().vanishingPercent().toString());
        put(values, SourceField.DERIVED, words(derived));
        change.profile().pinned().forEach((trait, value) -> field(trait)
                .ifPresent(field -> put(values, field, trait == ServerTrait.OVERLAP ? text(Duration.parse(value)) : value)));
        put(values, SourceField.USER, access.login() instanceof Access.Login.Basic(String user, Secret _) ? user : null);
        Access.Proxy proxy = access.proxy();
        put(values, SourceField.PROXY, proxy == null ? null : proxy.host() + ":" + proxy.port());
        put(values, SourceField.PROXY_USER, proxy == null ? null : proxy.user());
        put(values, SourceField.REQUESTS_AT_ONCE,
                access.requestsAtOnce() == 0 ? null : Integer.toString(access.requestsAtOnce()));
        put(values, SourceField.MIN_INTERVAL, text(access.interval()));
        put(values, SourceField.OBEY_ROBOTS, Boolean.toString(access.obeyRobots()));
        return new SettingsView(values, Map.of());
    }

    private static Optional<SourceField> field(ServerTrait trait) {
        return switch (trait) {
            case GRANULARITY -> Optional.of(SourceField.GRANULARITY);
            case OVERLAP -> Optional.of(SourceField.OVERLAP);
            case RANGES -> Optional.of(SourceField.RANGES);
            case UNTIL -> Optional.of(SourceField.UNTIL);
            case COMPRESSION -> Optional.of(SourceField.COMPRESSION);
            case SIZES -> Optional.of(SourceField.SIZES);
            case TOKENS -> Optional.of(SourceField.TOKENS);
            case LIST_LIMIT -> Optional.of(SourceField.LIST_LIMIT);
            case DUMPS -> Optional.of(SourceField.DUMPS);
            default -> Optional.empty();
        };
    }

    /** Returns the form as sent, with its errors. */
    static SettingsView of(AdminForm form, List<Fault> faults, Map<String, String> more) {
        Map<String, String> values = new HashMap<>();
        values.put(ID, form.text(ID));
        for (SourceField field : SourceField.values()) {
            put(values, field, BOXES.contains(field)
                    ? Boolean.toString(form.isTicked(field.text()))
                    : form.text(field.text()));
        }
        SourceAnnouncing.NAMES.forEach(name -> values.put(name, form.text(name)));
        Map<String, String> errors = new HashMap<>(more);
        faults.forEach(fault -> errors.merge(fault.field().text(), fault.message(), (one, other) -> one + "; " + other));
        return new SettingsView(values, errors);
    }

    private static void put(Map<String, String> values, SourceField field, @Nullable String value) {
        if (value != null) {
            values.put(field.text(), value);
        }
    }

    private static String words(List<?> values) {
        return values.stream().map(Object::toString).collect(Collectors.joining(" "));
    }

    private static String lines(@Nullable List<?> values) {
        return values == null ? "" : values.stream().map(Object::toString).collect(Collectors.joining("\n"));
    }

    private static @Nullable String text(@Nullable Duration duration) {
        return duration == null ? null : Phrases.duration(duration);
    }

    /** Returns the values of a form about a source. */
    static Map<SourceField, List<String>> fields(AdminForm form) {
        Map<SourceField, List<String>> fields = new EnumMap<>(SourceField.class);
        for (SourceField field : SourceField.values()) {
            String text = form.text(field.text());
            if (BOXES.contains(field)) {
                fields.put(field, List.of(Boolean.toString(form.isTicked(field.text()))));
                continue;
            }
            switch (field) {
                case HEADERS -> {
                    List<String> lines = text.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
                    if (!lines.isEmpty()) {
                        fields.put(field, lines);
                    }
                }
                case PASSWORD, BEARER_TOKEN, PROXY_PASSWORD -> {
                    // An empty password was not entered again, because pages never show the stored one.
                    if (!text.isEmpty()) {
                        fields.put(field, List.of(text));
                    }
                }
                case PREFIXES, SETS, DERIVED -> fields.put(field,
                        Arrays.stream(text.split("[\\s,]+")).filter(word -> !word.isEmpty()).toList());
                case BASE_URL -> {
                    if (form.value(field.text()) != null) {
                        fields.put(field, text.isEmpty() ? List.of() : List.of(text));
                    }
                }
                default -> fields.put(field, text.isEmpty() ? List.of() : List.of(text));
            }
        }
        if (form.isTicked(FORGET_LOGIN)) {
            fields.put(SourceField.USER, List.of());
            fields.put(SourceField.BEARER_TOKEN, List.of());
            fields.remove(SourceField.PASSWORD);
        }
        if (form.isTicked(FORGET_HEADERS)) {
            fields.put(SourceField.HEADERS, List.of());
        }
        return fields;
    }

    /**
     * Returns the announcements that a form about a source wants.
     *
     * @param faults receives the reason of each invalid value, by its name
     */
    static SourceAnnouncing announcing(AdminForm form, Map<String, String> faults) {
        // Each is read alone first, so that all wrong values are named at once.
        for (String name : SourceAnnouncing.NAMES) {
            try {
                SourceAnnouncing.of(wanted -> wanted.equals(name) ? words(form, name) : null);
            } catch (IllegalArgumentException failure) {
                faults.put(name, String.valueOf(failure.getMessage()));
            }
        }
        return SourceAnnouncing.of(name -> faults.containsKey(name) ? null : words(form, name));
    }

    /** Returns the words of a value; null if the form has no such field. */
    private static @Nullable List<String> words(AdminForm form, String name) {
        return form.value(name) == null
                ? null
                : Arrays.stream(form.text(name).split("\\s+")).filter(word -> !word.isEmpty()).toList();
    }

    int faults() {
        return errors.size();
    }

    /**
     * Returns the fields.
     *
     * @param isNew true to include the id
     * @param isHarvested true to include the base URL
     */
    List<Group> groups(boolean isNew, boolean isHarvested) {
        List<Field> what = new ArrayList<>();
        if (isNew) {
            what.add(new Field(ID, "Id", "text", values.getOrDefault(ID, ""), List.of(),
                    "short name in addresses: lower-case letters, digits, hyphens", errors.get(ID), true));
        }
        if (isHarvested) {
            what.add(new Field(SourceField.BASE_URL.text(), "Base URL", "url", value(SourceField.BASE_URL), List.of(),
                    "address of the repository, such as https://repository.example.org/oai",
                    errors.get(SourceField.BASE_URL.text()), true));
        }
        what.add(text(SourceField.NAME, "Name", "for people; empty for what the repository calls itself"));
        what.add(text(SourceField.PREFIXES, "Formats", "metadata prefixes with blanks between them; empty for all"));
        what.add(text(SourceField.SETS, "Sets", "setSpecs with blanks between them; empty for the whole repository"));
        what.add(text(SourceField.DERIVED, "Formats to be made",
                "mods, marc21, datacite, oai_datacite, and those of your own crosswalks"));
        List<Group> groups = new ArrayList<>(List.of(new Group("What is harvested", what),
                new Group("When", List.of(text(SourceField.LATENCY, "Longest time between harvests", "such as 6h, 1d or 2w"),
                        select(SourceField.POLICY, "Policy", policies()))),
                new Group("Care", List.of(box(SourceField.VALIDATE, "Check every page against schemas"),
                        box(SourceField.HISTORY, "Keep every version of its records"),
                        box(SourceField.LISTED, "Part of the repository of everything (/oai)"),
                        text(SourceField.CENSUS, "Time between two censuses",
                                "after which records that have vanished are looked for, such as 7d; or never"),
                        text(SourceField.VANISHING, "May vanish at once, in percent", "more are held for approval"))),
                new Group("How its host is reached", reached()),
                new Group("Server behaviour", pinned())));
        if (!isNew) {
            groups.add(new Group("Announcements", announcements(isHarvested)));
        }
        return groups;
    }

    private List<Field> announcements(boolean isHarvested) {
        List<Field> fields = new ArrayList<>();
        if (isHarvested || errors.containsKey(SourceAnnouncing.SUBSCRIBE)) {
            fields.add(new Field(SourceAnnouncing.SUBSCRIBE, "Subscribe to the source", "select",
                    values.getOrDefault(SourceAnnouncing.SUBSCRIBE, ""),
                    List.of("auto", "if this hub's own address is public", "on", "always", "off", "never"),
                    "by WebSub, if the source offers it", errors.get(SourceAnnouncing.SUBSCRIBE), false));
        }
        fields.add(
                hubs(SourceAnnouncing.NOTIFY, "Hubs to notify", "they are told that records have changed; one address a line"));
        fields.add(hubs(SourceAnnouncing.PUSH_TO, "Hubs to push to", "changed records are sent to them; one address a line"));
        return fields;
    }

    private Field hubs(String name, String label, String hint) {
        return new Field(name, label, "lines", values.getOrDefault(name, ""), List.of(), hint, errors.get(name), false);
    }

    private static List<String> policies() {
        List<String> options = new ArrayList<>(List.of("", "the usual"));
        SourceInput.POLICIES.forEach(policy -> options.addAll(List.of(policy, policy)));
        return options;
    }

    private List<Field> reached() {
        return List.of(text(SourceField.USER_AGENT, "User-Agent", "sent to this repository"),
                text(SourceField.FROM_HEADER, "From", "e-mail address sent to this repository"),
                text(SourceField.USER, "User", "name of a login"),
                secret(SourceField.PASSWORD, "Password", "empty for the one that is kept"),
                secret(SourceField.BEARER_TOKEN, "Token", "instead of a login; empty for the one that is kept"),
                new Field(FORGET_LOGIN, "Forget login and token", "checkbox", "false", List.of(), "", null, false),
                new Field(SourceField.HEADERS.text(), "Further headers", "lines", "", List.of(),
                        "one 'Name: value' in each line; empty for those that are kept, which are not shown",
                        errors.get(SourceField.HEADERS.text()), false),
                new Field(FORGET_HEADERS, "Forget further headers", "checkbox", "false", List.of(), "", null, false),
                text(SourceField.PROXY, "Proxy",
                        "host and port of an HTTP proxy that leads to the host, such as proxy.example.org:3128"),
                text(SourceField.PROXY_USER, "User at the proxy", ""),
                secret(SourceField.PROXY_PASSWORD, "Password at the proxy", "empty for the one that is kept"),
                text(SourceField.REQUESTS_AT_ONCE, "Requests at once", "from 1 to 64"),
                text(SourceField.MIN_INTERVAL, "Least time between two requests", "such as 5s"),
                box(SourceField.OBEY_ROBOTS, "Obey robots.txt"));
    }

    private List<Field> pinned() {
        return List.of(
                select(SourceField.GRANULARITY, "Finest datestamps",
                        List.of("", "as harvests detect it", "day", "day", "second", "second")),
                text(SourceField.OVERLAP, "Overlap", "how far each harvest reaches back, such as 1h"),
                select(SourceField.RANGES, "Keeps to from and until", YES_NO),
                select(SourceField.UNTIL, "Includes the day in until", YES_NO),
                select(SourceField.COMPRESSION, "Is asked to compress", YES_NO),
                select(SourceField.SIZES, "States the right sizes", YES_NO),
                select(SourceField.TOKENS, "Takes tokens", List.of("", "as harvests detect it", "encoded", "encoded",
                        "with-prefix", "with prefix", "raw", "raw", "plus", "plus", "twice", "encoded twice")),
                text(SourceField.LIST_LIMIT, "Longest list", "in records; longer ones are split"),
                select(SourceField.DUMPS, "First load from dumps",
                        List.of("", "where they are offered", "yes", "yes", "no", "no")));
    }

    private String value(SourceField field) {
        return values.getOrDefault(field.text(), "");
    }

    private Field text(SourceField field, String label, String hint) {
        return new Field(field.text(), label, "text", value(field), List.of(), hint, errors.get(field.text()), false);
    }

    private Field secret(SourceField field, String label, String hint) {
        return new Field(field.text(), label, "password", "", List.of(), hint, errors.get(field.text()), false);
    }

    private Field box(SourceField field, String label) {
        return new Field(field.text(), label, "checkbox", value(field), List.of(), "", errors.get(field.text()), false);
    }

    private Field select(SourceField field, String label, List<String> options) {
        return new Field(field.text(), label, "select", value(field), options, "", errors.get(field.text()), false);
    }
}
