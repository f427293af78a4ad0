/** What holds for the suite as a whole and for no test alone. */
package io.tributary.suite;
