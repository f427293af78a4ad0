/**
 * A laboratory in one process, for the sandbox and for tests: takes orders over MLLP, answers by
 * rule, sends results to who ordered, and fails as told. Speaks with the frames and headers of
 * {@code lab.wire}, so that both ends agree on the bytes.
 */
package io.tributary.simulators.lab;
