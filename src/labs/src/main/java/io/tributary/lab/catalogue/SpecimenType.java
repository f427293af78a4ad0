package io.tributary.lab.catalogue;

/** What is collected. */
public enum SpecimenType {
  DRIED_BLOOD_SPOT,
  ARM_COLLECTOR,
  SERUM,
  SALIVA,
  URINE,
  STOOL
}
