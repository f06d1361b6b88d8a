/** The dialect of PostgreSQL. Internal. The contract tests of the store run on a PostgreSQL server, but a hub cannot use one yet. */
@NullMarked
package dev.sheaf.store.postgres;

import org.jspecify.annotations.NullMarked;
