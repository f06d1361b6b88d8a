package dev.sheaf.core.description;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.ContainerElement;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.ProvenanceReader;
import dev.sheaf.core.xml.XmlFragments;

/**
 * Reader of the containers of the implementation guidelines in the forms that real repositories write: elements in any order, blanks around
 * values, empty elements, a broken entry in a list. The reader tolerates such faults ({@link #brokenEntries} lists the broken entries). It
 * does not read a container that is useless nevertheless, such as an oai-identifier without a legal sample. Stateless; safe for many
 * threads.
 *
 * <p>{@link ProvenanceReader} reads provenance.
 */
public final class ContainerReader {

    private ContainerReader() {}

    /** Returns the kind of a container; empty for foreign containers and for text that is not XML. */
    public static Optional<Container> kind(XmlFragment fragment) {
        try {
            return Container.ofRoot(XmlFragments.rootNamespace(fragment), XmlFragments.rootName(fragment));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    /**
     * Returns the content of a {@code description} or {@code setDescription}.
     *
     * @return empty for foreign containers, and for unusable ones; {@link #fault} returns the reason
     */
    public static Optional<Description> description(XmlFragment fragment) {
        return kind(fragment).flatMap(kind -> {
            try {
                return parse(kind, fragment, new ArrayList<>());
            } catch (OaiFormatException | IllegalArgumentException _) {
                return Optional.empty();
            }
        });
    }

    /**
     * Returns the content of an {@code about} container with the rights over a record's metadata.
     *
     * @return empty for other containers, and for unusable ones; {@link #fault} returns the reason
     */
    public static Optional<Rights> rights(XmlFragment fragment) {
        if (kind(fragment).filter(Container.RIGHTS::equals).isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(rights(ContainerElement.parse(fragment)));
        } catch (OaiFormatException | IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    /**
     * Returns a description of protocol 1.x in the form that an Identify of 2.0 allows. The namespaces of eprints and oai-identifier
     * changed, and the syntax of oai-identifier became narrower. Other descriptions are returned unchanged.
     *
     * @return empty for an oai-identifier that 2.0 does not allow
     */
    public static Optional<XmlFragment> upgraded(XmlFragment fragment) {
        String namespace = XmlFragments.rootNamespace(fragment);
        try {
            if (namespace.equals("http://www.openarchives.org/OAI/eprints")) {
                return parse(Container.EPRINTS, fragment, new ArrayList<>()).map(ContainerWriter::write);
            }
            if (namespace.equals("http://www.openarchives.org/OAI/oai-identifier")
                    || namespace.equals("http://www.openarchives.org/OAI/1.1/oai-identifier")) {
                return parse(Container.OAI_IDENTIFIER, fragment, new ArrayList<>()).map(ContainerWriter::write);
            }
            return Optional.of(fragment);
        } catch (OaiFormatException | IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    /** Returns why a container of the guidelines cannot be used, for people; empty if it can be used, and for foreign containers. */
    public static Optional<String> fault(XmlFragment fragment) {
        Container kind = kind(fragment).orElse(null);
        if (kind == null) {
            return Optional.empty();
        }
        try {
            if (kind == Container.RIGHTS) {
                rights(ContainerElement.parse(fragment));
            } else if (kind == Container.PROVENANCE) {
                return ProvenanceReader.read(fragment).isEmpty()
                        ? Optional.of("it holds no readable originDescription")
                        : Optional.empty();
            } else {
                parse(kind, fragment, new ArrayList<>());
            }
            return Optional.empty();
        } catch (OaiFormatException | IllegalArgumentException failure) {
            return Optional.of(String.valueOf(failure.getMessage()));
        }
    }

    /** Returns the texts of those entries in a container's lists that are unusable and ignored; empty for foreign containers. */
    public static List<String> brokenEntries(XmlFragment fragment) {
        List<String> broken = new ArrayList<>();
        kind(fragment).ifPresent(kind -> {
            try {
                parse(kind, fragment, broken);
            } catch (OaiFormatException | IllegalArgumentException _) {
                // The whole container is unusable.
            }
        });
        return broken;
    }

    private static Optional<Description> parse(Container kind, XmlFragment fragment, List<String> broken)
            throws OaiFormatException {
        ContainerElement root = ContainerElement.parse(fragment);
        return switch (kind) {
            case OAI_IDENTIFIER -> Optional.of(new OaiIdentifierDescription(root.requiredText("repositoryIdentifier"),
                    root.requiredText("sampleIdentifier")));
            case EPRINTS -> Optional.of(eprints(root, broken));
            case FRIENDS -> Optional.of(new Friends(
                    usable(root.all("baseURL"), friend -> new Friends(List.of(friend.text())).baseUrls().getFirst(), broken)));
            case BRANDING -> Optional.of(branding(root, broken));
            case GATEWAY -> Optional.of(new Gateway(root.requiredText("source"), root.requiredText("gatewayDescription"),
                    root.all("gatewayAdmin").stream().map(ContainerElement::text).filter(text -> !text.isEmpty()).toList(),
                    root.textOf("gatewayURL"), root.textOf("gatewayNotes")));
            case TOOLKIT -> Optional.of(toolkit(root));
            case RIGHTS_MANIFEST -> Optional.of(new RightsManifest(usable(root.all("rights"), ContainerReader::rights, broken)));
            case SYNDICATION -> Optional.of(syndication(root));
            case DUBLIN_CORE -> Optional.of(new DublinCoreDescription(usable(root.children(),
                    child -> new DublinCoreDescription.Statement(child.name(), child.text(), child.attributes().get("lang")),
                    broken)));
            case RIGHTS, PROVENANCE -> Optional.empty();
        };
    }

    /** Returns the usable elements, so that one broken entry does not spoil the others. */
    private static <T> List<T> usable(List<ContainerElement> elements, Function<ContainerElement, T> reading,
            List<String> broken) {
        List<T> usable = new ArrayList<>();
        for (ContainerElement element : elements) {
            try {
                usable.add(reading.apply(element));
            } catch (IllegalArgumentException _) {
                broken.add(element.text());
            }
        }
        return usable;
    }

    private static EprintsDescription eprints(ContainerElement root, List<String> broken) {
        return new EprintsDescription(policy(root, "content", broken), statedPolicy(root, "metadataPolicy", broken),
                statedPolicy(root, "dataPolicy", broken), policy(root, "submissionPolicy", broken),
                root.all("comment").stream().map(ContainerElement::text).toList());
    }

    private static EprintsDescription.@Nullable Policy policy(ContainerElement root, String name, List<String> broken) {
        return root.first(name)
                .map(policy -> new EprintsDescription.Policy(usable(policy.children(), ContainerReader::statement, broken)))
                .orElse(null);
    }

    private static EprintsDescription.Policy statedPolicy(ContainerElement root, String name, List<String> broken) {
        EprintsDescription.Policy policy = policy(root, name, broken);
        return policy == null ? EprintsDescription.Policy.UNSTATED : policy;
    }

    private static EprintsDescription.Statement statement(ContainerElement part) {
        if (part.name().equals("URL")) {
            return new EprintsDescription.Statement.Url(part.text());
        }
        return new EprintsDescription.Statement.Text(part.text());
    }

    private static Branding branding(ContainerElement root, List<String> broken) {
        List<Branding.CollectionIcon> icons = usable(root.all("collectionIcon"), icon -> new Branding.CollectionIcon(
                icon.requiredText("url"), icon.textOf("link"), icon.textOf("title"), positive(icon.textOf("width")),
                positive(icon.textOf("height"))), broken);
        return new Branding(icons.isEmpty() ? null : icons.getFirst(),
                usable(root.all("metadataRendering"), rendering -> new Branding.MetadataRendering(rendering.text(),
                        rendering.attribute("metadataNamespace"), rendering.attribute("mimeType")), broken));
    }

    /** Returns a number greater than 0; null for anything else. */
    private static @Nullable Integer positive(@Nullable String text) {
        try {
            int number = text == null ? 0 : Integer.parseInt(text);
            return number > 0 ? number : null;
        } catch (NumberFormatException _) {
            return null;
        }
    }

    private static Toolkit toolkit(ContainerElement root) {
        Toolkit.Author author = root.first("author")
                .map(told -> new Toolkit.Author(told.textOf("name"), told.textOf("email"), told.textOf("institution")))
                .orElse(null);
        return new Toolkit(root.textOf("title"), author, root.textOf("version"), addressOrNull(root.textOf("toolkitIcon")),
                addressOrNull(root.textOf("URL")));
    }

    private static @Nullable String addressOrNull(@Nullable String text) {
        try {
            return text == null ? null : new EprintsDescription.Statement.Url(text).url();
        } catch (IllegalArgumentException _) {
            return null;
        }
    }

    private static Rights rights(ContainerElement element) {
        ContainerElement definition = element.first("rightsDefinition").orElse(null);
        if (definition != null && definition.content() != null) {
            return new Rights.Definition(definition.content());
        }
        return new Rights.Reference(element.first("rightsReference").map(reference -> reference.attribute("ref")).orElse(""));
    }

    private static Syndication syndication(ContainerElement root) {
        String period = root.textOf("updatePeriod");
        Syndication.Period known = period == null
                ? null
                : Syndication.Period.fromText(period).orElseThrow(() -> new IllegalArgumentException(
                        "'" + period + "' is not one of hourly, daily, weekly, monthly, yearly, as the updatePeriod must be"));
        String frequency = root.textOf("updateFrequency");
        return new Syndication(known, frequency == null ? null : frequency(frequency), time(root.textOf("updateBase")));
    }

    private static int frequency(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException failure) {
            throw new IllegalArgumentException("'" + text + "' is not a number, as the updateFrequency must be", failure);
        }
    }

    /** Reads a time. Seconds, zone and time of day may be missing (RSS omits seconds); the zone is then UTC. Returns null for other texts. */
    private static @Nullable Instant time(@Nullable String text) {
        if (text == null) {
            return null;
        }
        List<Function<String, Instant>> forms = List.of(form -> OffsetDateTime.parse(form).toInstant(),
                form -> LocalDateTime.parse(form).toInstant(ZoneOffset.UTC),
                form -> LocalDate.parse(form).atStartOfDay(ZoneOffset.UTC).toInstant());
        for (Function<String, Instant> form : forms) {
            try {
                return form.apply(text);
            } catch (DateTimeException _) {
                // Try the next form.
            }
        }
        return null;
    }
}
