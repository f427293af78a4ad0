/** Composition root of the service: wiring of one node, its start, drain and command line. */
package io.tributary;
