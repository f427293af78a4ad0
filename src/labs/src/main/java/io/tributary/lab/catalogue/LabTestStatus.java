package io.tributary.lab.catalogue;

/** Only active tests can be ordered; pending ones wait for the operator. */
public enum LabTestStatus {
  ACTIVE,
  PENDING_APPROVAL,
  INACTIVE
}
