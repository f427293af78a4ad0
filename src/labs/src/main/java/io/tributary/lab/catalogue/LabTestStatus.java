package io.tributary.lab.catalogue;

/**
 * Status of a test. Only active tests can be ordered; pending ones await the operator's approval.
 */
public enum LabTestStatus {
  ACTIVE,
  PENDING_APPROVAL,
  INACTIVE
}
