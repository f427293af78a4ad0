/**
 * Papers of laboratory orders, as PDF: requisitions, labels for samples, instructions, results.
 * Owns no tables; drawn when asked for, on worker threads.
 */
package io.tributary.lab.document;
