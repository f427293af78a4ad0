package io.tributary.lab.catalogue;

/** Type of the collected specimen. */
public enum SpecimenType {
  DRIED_BLOOD_SPOT,
  ARM_COLLECTOR,
  SERUM,
  SALIVA,
  URINE,
  STOOL
}
