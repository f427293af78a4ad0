/**
 * JUnit extensions that apply to the whole test suite. Start with {@link
 * io.tributary.suite.StaticFieldCleaner}, which releases static fields after each test class.
 */
package io.tributary.suite;
