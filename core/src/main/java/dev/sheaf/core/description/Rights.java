package dev.sheaf.core.description;

import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.XmlFragments;

/**
 * Rights over the metadata of a record, not over what it describes (guidelines for rights, 2005). At most one per record.
 *
 * <p>Without it the rights are unknown: a manifest at the repository or set never stands in for it.
 */
public sealed interface Rights {

    /**
     * Told elsewhere.
     *
     * @param ref absolute URI, which never changes
     */
    record Reference(String ref) implements Rights {

        /** Checks the address. */
        public Reference {
            ref = Check.uri("ref of a rights statement", ref);
        }
    }

    /**
     * Told in place.
     *
     * @param content one element of any namespace but the container's own
     */
    record Definition(XmlFragment content) implements Rights {

        /** Checks the namespace. */
        public Definition {
            String namespace = XmlFragments.rootNamespace(content);
            if (namespace.isEmpty() || namespace.equals(Container.RIGHTS.namespace())) {
                throw new IllegalArgumentException("a definition of rights is an element of a namespace of its own, not "
                        + (namespace.isEmpty() ? "of none" : "of " + namespace));
            }
        }
    }
}
