package io.tributary.lab.catalogue;

/** Method by which a sample is collected. */
public enum CollectionMethod {
  TESTKIT,
  WALK_IN_TEST,
  AT_HOME_PHLEBOTOMY,
  ON_SITE_COLLECTION
}
