/** What must hold for every misbehaviour and its server; what harvesters make of them is tested where there is one. */
@NullMarked
package dev.sheaf.testkit.misbehaviour;

import org.jspecify.annotations.NullMarked;
