/**
 * Laboratory testing in the sandbox: orders that are driven to their end, and the simulator they
 * are sent to. Owns table lab_sandbox_run; queue "lab-sandbox".
 */
package io.tributary.lab.sandbox;
