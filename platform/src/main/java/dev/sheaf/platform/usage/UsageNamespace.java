package dev.sheaf.platform.usage;

import dev.sheaf.core.Namespaces;
import dev.sheaf.platform.server.Routes;

/** Namespace of counted uses and of related records. Stateless. */
final class UsageNamespace {

    static final String URI = Namespaces.EXTENSION + "usage/";
    /** Path at which a hub serves the schema. */
    static final String PATH = Routes.NAMESPACES + "usage.xsd";

    private UsageNamespace() {}
}
