/**
 * The mutation table of the validator: each misbehaviour of the scripted repository, the rule that must find it, and what the validator
 * found.
 */
@NullMarked
package dev.sheaf.validator.mutations;

import org.jspecify.annotations.NullMarked;
