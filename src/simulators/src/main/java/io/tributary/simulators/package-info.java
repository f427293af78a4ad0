/** What programs that play others have in common. */
package io.tributary.simulators;
