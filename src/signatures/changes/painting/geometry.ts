/** Matrices and boxes. */
export {
  appearanceMatrix,
  area,
  type Box,
  boundingBox,
  boxOf,
  IDENTITY,
  intersection,
  isAxisAligned,
  type Matrix,
  multiply,
} from '../../../pdf/index.js';
