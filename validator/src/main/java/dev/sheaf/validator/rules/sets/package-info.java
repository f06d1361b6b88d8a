/** Rules on sets: names, hierarchy, membership, selection (S2.6, S2.7.2, S4.6). */
@NullMarked
package dev.sheaf.validator.rules.sets;

import org.jspecify.annotations.NullMarked;
