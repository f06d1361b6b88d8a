/**
 * Providers that are broken in one way each, and odd but correct ones. They were listed from the specification alone, before anybody looked
 * at the rules of the validator, and measure how far its verdicts carry beyond the faults that the project thought of.
 */
@NullMarked
package dev.sheaf.validator.outside;

import org.jspecify.annotations.NullMarked;
