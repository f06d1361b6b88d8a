package dev.sheaf.core.description;

import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.XmlFragments;

/**
 * Rights over the metadata of a record, not over the described object (guidelines for rights, 2005). A record has at most one.
 *
 * <p>The rights of a record without such a statement are unknown: a manifest of the repository or set does not replace it.
 */
public sealed interface Rights {

    /**
     * A reference to a rights statement elsewhere.
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
     * A rights statement written out.
     *
     * @param content one element of any namespace other than the container's own
     */
    record Definition(XmlFragment content) implements Rights {

        /** Checks the namespace. */
        public Definition {
            String namespace = XmlFragments.rootNamespace(content);
            if (namespace.isEmpty() || namespace.equals(Container.RIGHTS.namespace())) {
                throw new IllegalArgumentException("a definition of rights needs a namespace of its own, not "
                        + (namespace.isEmpty() ? "of none" : "of " + namespace));
            }
        }
    }
}
